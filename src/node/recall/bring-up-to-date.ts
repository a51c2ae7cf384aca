/** Brings the index up to date with the archive's files: only what changed is read. */
import { dirname } from 'node:path';
import type { Chronicle } from '#src/chronicle/chronicle.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { factsDirectory, notebooksDirectory } from '#src/project/paths.ts';
import { factsCompanion } from '../archive/facts-files.ts';
import type { StoredFile } from '../archive/file-store.ts';
import type { PlacedFile } from '../archive/listed-file.ts';
import { notebookCompanion } from '../archive/notebook-files.ts';
import { placesOf } from '../archive/placement.ts';
import { type FileContent, readSource, type Stamp } from '../archive/read-source.ts';
import { type ChangedFile, type Changes, SOURCES } from './changed-files.ts';
import { asParsed } from './parsed-files.ts';
import { asStored, inOrder, sessionOf, storedFile } from './read-session.ts';
import { FILE_KINDS } from './schema.ts';
import { SessionRows } from './session-rows.ts';
import type { Database, Statement } from './sqlite.ts';

/** How the index is brought up to date. */
export interface UpdateOptions {
  /** The directory of the owner's own projects. */
  ownRoot: string;
  /** Whether nobody waits for it. */
  hasTime: boolean;
  rules: CheckoutRules;
  /** Whether sessions may belong elsewhere by these rules. */
  isMoved: boolean;
}

/**
 * Applies changes in one transaction: after a crash in between, the index is as it was. Never changes a file of the archive.
 */
export function applyChanges(database: Database, changes: Changes, options: UpdateOptions): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    new Update(database, options).apply(changes, options.hasTime);
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite ends the transaction itself after some errors, such as a full disk. Only Node 22.16 and later could tell.
  }
}

class Update {
  readonly #database: Database;
  readonly #rows: SessionRows;
  readonly #ownRoot: string;
  readonly #rules: CheckoutRules;
  readonly #pathsOf: Statement;
  readonly #placeOf: Statement;
  /** Whether sessions were added or removed, or may belong elsewhere now. */
  #isMoved: boolean;

  constructor(database: Database, { ownRoot, rules, isMoved }: UpdateOptions) {
    this.#database = database;
    this.#ownRoot = ownRoot;
    this.#rules = rules;
    this.#isMoved = isMoved;
    this.#rows = new SessionRows(database);
    this.#pathsOf = database.prepare('SELECT path FROM files WHERE folder = ? AND session = ? AND kind = ?');
    this.#placeOf = database.prepare('SELECT id, directory, cwd, started FROM sessions WHERE path = ?');
  }

  apply({ changed, gone, folders }: Changes, hasTime: boolean): void {
    /** The ids of the sessions to read again. */
    const stale = new Set<string>();
    const touch = (session: string) => {
      if (session !== '') stale.add(session);
    };
    const files = this.#database.prepare('SELECT key, kind, session, digest FROM files WHERE path = ?');
    const forget = this.#database.prepare('DELETE FROM files WHERE path = ?');
    const forgetParsed = this.#database.prepare('DELETE FROM parsed WHERE key = ?');
    for (const path of gone) {
      const before = files.get(path);
      forget.run(path);
      if (before) forgetParsed.run(before.key ?? null);
      if (Number(before?.kind) === FILE_KINDS.chronicle) this.#remove(path);
      touch(String(before?.session ?? ''));
    }
    const columns = 'folder, kind, session, digest, size, mtime, ctime, ino, settled';
    const add = this.#database.prepare(`INSERT INTO files (${columns}, path) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    const update = this.#database.prepare(`UPDATE files SET (${columns}) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE path = ?`);
    const addParsed = this.#database.prepare('INSERT INTO parsed (content, key) VALUES (?, ?)');
    const updateParsed = this.#database.prepare('UPDATE parsed SET content = ? WHERE key = ?');
    const written = new Set<string>();
    // Chronicles last: what belongs to them is known then, and each is read once.
    for (const file of changed.toSorted((a, b) => FILE_KINDS[b.kind] - FILE_KINDS[a.kind])) {
      const before = files.get(file.path);
      const read = readChanged(file);
      if (!read) continue;
      const { session, content, chronicle } = read;
      const { digest } = content;
      const { size, mtimeMs, ctimeMs, ino, isSettled } = file.found.stamp;
      const kind = FILE_KINDS[file.kind];
      const values = [
        file.folder.path,
        kind,
        session,
        digest,
        size,
        mtimeMs,
        ctimeMs,
        ino,
        isSettled ? 1 : 0,
        file.path,
      ];
      const { lastInsertRowid } = (before ? update : add).run(...values);
      if (before && before.digest === digest && digest !== '') continue;
      (before ? updateParsed : addParsed).run(asParsed(content), before?.key ?? lastInsertRowid);
      touch(String(before?.session ?? ''));
      if (chronicle && this.#chronicles(session).length === 1) {
        this.#write([chronicle]);
        written.add(file.path);
      } else if (file.kind === 'chronicle') {
        this.#remove(file.path);
        touch(session);
      } else touch(session);
    }
    this.#noteFolders(folders);
    for (const id of stale) this.#readAgain(this.#chronicles(id), written);
    this.#rows.flush(hasTime);
    if (this.#isMoved) this.#place();
  }

  #remove(path: string): void {
    this.#rows.remove(path);
    this.#isMoved = true;
  }

  /** Removes the session in a file that is shown with another one. */
  #forget(path: string): void {
    if (this.#database.prepare('SELECT 1 FROM sessions WHERE path = ?').get(path)) this.#remove(path);
  }

  #noteFolders(folders: ReadonlyMap<string, Stamp | null>): void {
    const forget = this.#database.prepare('DELETE FROM folders WHERE path = ?');
    const note = this.#database.prepare('INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?, ?)');
    for (const [path, stamp] of folders) {
      if (stamp === null) forget.run(path);
      else note.run(path, stamp.mtimeMs, stamp.ctimeMs, stamp.ino, stamp.isSettled ? 1 : 0);
    }
  }

  #paths(folder: string, session: string, kind: number): string[] {
    return this.#pathsOf.all(folder, session, kind).map(({ path }) => String(path));
  }

  /** The chronicles of a session. */
  #chronicles(session: string): string[] {
    const paths = this.#database.prepare(`SELECT path FROM files WHERE session = ? AND kind = ${FILE_KINDS.chronicle}`);
    return paths.all(session).map(({ path }) => String(path));
  }

  /** Reads the chronicles of a session again, unless it has one that was just written. */
  #readAgain(paths: readonly string[], written: ReadonlySet<string>): void {
    if (paths.length === 1 && written.has(paths[0] ?? '')) return;
    const read = paths.map((path) => ({ path, file: storedFile<Chronicle>(path, SOURCES.chronicle) }));
    for (const { path, file } of read) if (!file?.content.value) this.#remove(path);
    this.#write(read.flatMap(({ file }) => (file?.content.value ? [file] : [])));
  }

  /** Writes the session of these chronicles with what belongs to it. */
  #write(files: readonly StoredFile<Chronicle>[]): void {
    const [main, ...copies] = inOrder(files, this.#ownRoot);
    if (!main) return;
    for (const { file } of copies) this.#forget(file.path);
    const { file, placed } = main;
    const folders = new Set([main, ...copies].map((each) => dirname(each.file.path)));
    const inFolders = (below: (folder: string) => string, kind: number) =>
      [...folders].flatMap((folder) => this.#paths(below(folder), placed.id, kind));
    const read = sessionOf([main, ...copies], {
      facts: inFolders(factsDirectory, FILE_KINDS.facts),
      notebooks: inFolders(notebooksDirectory, FILE_KINDS.notebook),
    });
    const known = this.#placeOf.get(file.path);
    const isPlaced = known?.id === placed.id && known.started === placed.started && known.cwd === (placed.cwd ?? null);
    if (!isPlaced) this.#isMoved = true;
    this.#rows.write(read);
  }

  /** Gives all sessions their projects and names. */
  #place(): void {
    const rows = this.#database
      .prepare('SELECT key, path, id, directory, cwd, started, stem, slug, name, project FROM sessions')
      .all();
    const listed = rows.map(
      ({ path, id, directory, cwd, started, stem }): PlacedFile => ({
        ...{ path: String(path), id: String(id), directory: String(directory), started: String(started) },
        ...{ cwd: cwd === null ? undefined : String(cwd), stem: String(stem) },
      }),
    );
    const move = this.#database.prepare('UPDATE sessions SET slug = ?, project = ?, name = ? WHERE key = ?');
    for (const { index, project, name } of placesOf(listed, this.#rules)) {
      const row = rows[index];
      const described = JSON.stringify(project);
      if (row && (row.project !== described || row.name !== name || row.slug !== project.slug))
        move.run(project.slug, described, name, Number(row.key));
    }
  }
}

interface ReadFile {
  /** The session that it belongs to; empty if it cannot be used. */
  session: string;
  content: FileContent<unknown>;
  /** The file itself, if it is a chronicle that can be read. */
  chronicle?: StoredFile<Chronicle>;
}

/** Reads a changed file; null if it is gone by now. */
function readChanged({ kind, path, found }: ChangedFile): ReadFile | null {
  if (kind === 'facts') return readFile(path, found, SOURCES.facts, factsCompanion.sessionOf);
  if (kind === 'notebook') return readFile(path, found, SOURCES.notebook, notebookCompanion.sessionOf);
  const content = readSource(path, found, SOURCES.chronicle);
  if (!content) return null;
  const { value } = content;
  if (value === null) return { session: '', content };
  return { session: value.frontMatter.session_id, content, chronicle: asStored(path, found, content) };
}

function readFile<Value>(
  path: string,
  found: ChangedFile['found'],
  source: Parameters<typeof readSource<Value>>[2],
  sessionIn: (value: Value) => string,
): ReadFile | null {
  const content = readSource(path, found, source);
  return content && { session: content.value === null ? '' : sessionIn(content.value), content };
}
