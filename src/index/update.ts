/** Brings the index up to date with the archive's files: only what changed is read. */
import type { Chronicle } from '#src/format/chronicle.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { factsCompanion } from '#src/archive/facts-files.ts';
import type { StoredFile } from '#src/archive/file-index.ts';
import { type Place, type PlacedFile, placesOf } from '#src/archive/sessions.ts';
import { AddressBook } from '#src/lib/addresses.ts';
import { notebookCompanion } from '#src/archive/notebook-files.ts';
import { type ChangedFile, type Changes, isPlacedBy, movedMark, SOURCES } from './changed-files.ts';
import { inOrder, pathsOf, readSourceFile, sessionOf } from './read-session.ts';
import { FILE_KINDS } from './schema.ts';
import type { Database } from './sqlite.ts';
import { SessionWriter } from './write-session.ts';

/** How the index is brought up to date. */
export interface UpdateOptions {
  /** The directory of the owner's own projects. */
  ownRoot: string;
  /** Which checkouts sessions belong to. */
  rules: CheckoutRules;
  /** The file that keeps the addresses of projects. */
  addresses: string;
}

/** Applies changes in one transaction: after a crash in between, the index is as it was. Never changes a file of the archive. */
export function applyChanges(database: Database, changes: Changes, options: UpdateOptions): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    new Update(database, options).apply(changes);
    database.exec('COMMIT');
  } catch (error) {
    // SQLite ends the transaction itself after some errors, such as a full disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

class Update {
  readonly #database: Database;
  readonly #writer: SessionWriter;
  readonly #options: UpdateOptions;
  /** Whether sessions were added or removed, or may belong elsewhere. */
  #isMoved = false;

  constructor(database: Database, options: UpdateOptions) {
    this.#database = database;
    this.#writer = new SessionWriter(database);
    this.#options = options;
  }

  apply({ changed, gone, folders }: Changes): void {
    /** The ids of the sessions to read again. */
    const stale = new Set<string>();
    const sessionIn = this.#database.prepare('SELECT session FROM files WHERE path = ?');
    const forget = this.#database.prepare('DELETE FROM files WHERE path = ?');
    const note = this.#database.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?)');
    for (const path of gone) {
      stale.add(String(sessionIn.get(path)?.session ?? ''));
      forget.run(path);
    }
    for (const file of changed.toSorted((a, b) => FILE_KINDS.indexOf(a.kind) - FILE_KINDS.indexOf(b.kind))) {
      const before = String(sessionIn.get(file.path)?.session ?? '');
      const { session, chronicle } = readChanged(file);
      note.run(file.path, file.kind, session);
      stale.add(before).add(session);
      // Most sessions have one chronicle: it is parsed once.
      if (chronicle && pathsOf(this.#database, session, 'chronicle').length === 1) {
        this.#write([chronicle]);
        stale.delete(session);
      }
    }
    stale.delete('');
    for (const id of stale) this.#readAgain(id);
    this.#noteFolders(folders);
    if (this.#isMoved || !isPlacedBy(this.#database, this.#options.rules)) this.#place();
  }

  #noteFolders(folders: Changes['folders']): void {
    const forget = this.#database.prepare('DELETE FROM folders WHERE path = ?');
    const note = this.#database.prepare('INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?, ?, ?)');
    for (const [path, folder] of folders) {
      if (folder === null) forget.run(path);
      else note.run(path, folder.stamp, folder.latest, folder.files, folder.checked, folder.listing);
    }
  }

  #readAgain(id: string): void {
    const files = pathsOf(this.#database, id, 'chronicle').flatMap(
      (path) => readSourceFile<Chronicle>(path, SOURCES.chronicle) ?? [],
    );
    const readable = files.filter(({ content }) => content.value?.frontMatter.session_id === id);
    if (readable.length > 0) this.#write(readable);
    else if (this.#writer.remove(id)) this.#isMoved = true;
  }

  /** Writes the session of these chronicles with what belongs to it. */
  #write(files: readonly StoredFile<Chronicle>[]): void {
    const [main, ...copies] = inOrder(files, this.#options.ownRoot);
    if (!main) return;
    if (this.#writer.write(sessionOf(this.#database, [main, ...copies]))) this.#isMoved = true;
  }

  /** Gives all sessions their projects and names. */
  #place(): void {
    const { rules, addresses } = this.#options;
    this.#database.prepare('UPDATE places SET moved = ?').run(movedMark(rules));
    const rows = this.#database
      .prepare('SELECT key, path, id, directory, cwd, started, stem, slug, project, name FROM sessions')
      .all();
    const listed = rows.map(
      ({ path, id, directory, cwd, started, stem }): PlacedFile => ({
        ...{ path: String(path), id: String(id), directory: String(directory), started: String(started) },
        ...{ cwd: cwd === null ? undefined : String(cwd), stem: String(stem) },
      }),
    );
    const move = this.#database.prepare('UPDATE sessions SET slug = ?, project = ?, name = ? WHERE key = ?');
    const book = new AddressBook(addresses);
    let places: Place[] = [];
    book.keep(() => {
      places = placesOf(listed, { ...rules, slugs: book.slugs });
      return new Set(places.map((place) => place.project));
    });
    for (const { index, project, name } of places) {
      const row = rows[index];
      const described = JSON.stringify(project);
      if (row && (row.project !== described || row.name !== name || row.slug !== project.slug))
        move.run(project.slug, described, name, Number(row.key));
    }
  }
}

/** The session that a changed file belongs to, empty if it cannot be used; and the file itself if it is a chronicle. */
function readChanged({ kind, path, found }: ChangedFile): { session: string; chronicle?: StoredFile<Chronicle> } {
  if (kind === 'facts') {
    const value = readSourceFile(path, SOURCES.facts, found)?.content.value;
    return { session: value ? factsCompanion.sessionOf(value) : '' };
  }
  if (kind === 'notebook') {
    const value = readSourceFile(path, SOURCES.notebook, found)?.content.value;
    return { session: value ? notebookCompanion.sessionOf(value) : '' };
  }
  const chronicle = readSourceFile(path, SOURCES.chronicle, found);
  const session = chronicle?.content.value?.frontMatter.session_id;
  return chronicle && session ? { session, chronicle } : { session: '' };
}
