/** The parsed files that the index keeps, so that opening the archive need not parse them again. */
import type { Layout } from '#src/project/paths.ts';
import { type FileContent, isSameFile, type KnownFiles, type Stamp } from '../archive/read-source.ts';
import { indexPath, RECALL_VERSION } from './schema.ts';
import { type Database, type Statement, sqliteModule } from './sqlite.ts';

type Parsed = Omit<FileContent<unknown>, 'digest'>;

/** A file's content as the index keeps it. */
export function asParsed({ value, problems, excerpts }: FileContent<unknown>): string {
  return JSON.stringify({ value, problems, excerpts } satisfies Parsed);
}

/**
 * The files that the index has parsed, to open the archive with. Undefined without an index; after a failure, no file is known.
 * Neither creates nor updates the index: a file that has changed since it was read has another stamp.
 */
export function parsedFiles(layout: Layout): KnownFiles | undefined {
  const sqlite = sqliteModule();
  if (!sqlite) return undefined;
  let database: Database | null = null;
  try {
    database = new sqlite.DatabaseSync(indexPath(layout), { readOnly: true });
    if (Number(database.prepare('PRAGMA user_version').get()?.user_version) === RECALL_VERSION)
      return new ParsedFiles(database);
  } catch {
    // There is no index, or it cannot be used.
  }
  if (database?.isOpen) database.close();
  return undefined;
}

const FIND = `SELECT digest, size, mtime, ctime, ino, settled, content FROM files JOIN parsed USING (key) WHERE path = ?`;

class ParsedFiles implements KnownFiles {
  readonly #database: Database;
  #find: Statement | null;

  constructor(database: Database) {
    this.#database = database;
    this.#find = database.prepare(FIND);
  }

  contentOf(path: string, found: Stamp): FileContent<unknown> | null {
    try {
      const row = this.#find?.get(path);
      if (!row) return null;
      const { digest, size, mtime, ctime, ino, settled, content } = row;
      const stamp = { size: Number(size), mtimeMs: Number(mtime), ctimeMs: Number(ctime), ino: Number(ino), madeMs: 0 };
      // A file that could not be read has no digest. Another process may be able to.
      if (digest === '' || !isSameFile({ ...stamp, isSettled: settled === 1 }, found)) return null;
      return { ...(JSON.parse(String(content)) as Parsed), digest: String(digest) };
    } catch {
      this.close();
      return null;
    }
  }

  close(): void {
    this.#find = null;
    if (this.#database.isOpen) this.#database.close();
  }
}
