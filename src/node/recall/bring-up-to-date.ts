/** Brings the index up to date with the archive's files: only what changed is read. */
import { dirname } from 'node:path';
import type { Chronicle } from '#src/chronicle/chronicle.ts';
import type { Notebook } from '#src/chronicle/notebook/notebook.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { FactsHead } from '#src/facts/facts.ts';
import type { Project } from '#src/project/project.ts';
import { type Companion, CompanionFinder } from '../archive/companion-finder.ts';
import { factsCompanion } from '../archive/facts-files.ts';
import type { StoredFile } from '../archive/file-store.ts';
import { type PlacedFile, placedFile } from '../archive/listed-file.ts';
import { notebookCompanion } from '../archive/notebook-files.ts';
import { placesOf } from '../archive/placement.ts';
import { type FileContent, type Probe, probe, readSource, type Stamp } from '../archive/read-source.ts';
import { readFacts } from '../facts/facts-file.ts';
import { type ChangedFile, type Changes, SOURCES } from './changed-files.ts';
import { asParsed } from './parsed-files.ts';
import { FILE_KINDS } from './schema.ts';
import { type ReadSession, SessionRows } from './session-rows.ts';
import type { Database } from './sqlite.ts';

const NOWHERE: Project = { slug: '', name: '', directory: '', root: null };

/**
 * Applies changes in one transaction: after a crash in between, the index is as it was. `hasTime` if nobody waits for it. Never
 * changes a file of the archive.
 */
export function applyChanges(database: Database, changes: Changes, hasTime: boolean): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    new Update(database).apply(changes, hasTime);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

class Update {
  readonly #database: Database;
  readonly #rows: SessionRows;
  /** Whether sessions were added or removed, or may belong elsewhere now. */
  #isMoved = false;

  constructor(database: Database) {
    this.#database = database;
    this.#rows = new SessionRows(database);
  }

  apply({ changed, gone, folders }: Changes, hasTime: boolean): void {
    /** The sessions to read again, by the directory of their chronicle. */
    const stale = new Map<string, Set<string>>();
    const touch = (chronicles: string, session: string) => {
      if (session === '') return;
      const ids = stale.get(chronicles) ?? new Set();
      stale.set(chronicles, ids.add(session));
    };
    const files = this.#database.prepare('SELECT key, kind, session, digest FROM files WHERE path = ?');
    const forget = this.#database.prepare('DELETE FROM files WHERE path = ?');
    const forgetParsed = this.#database.prepare('DELETE FROM parsed WHERE key = ?');
    for (const path of gone) {
      const before = files.get(path);
      forget.run(path);
      if (before) forgetParsed.run(before.key ?? null);
      if (Number(before?.kind) === FILE_KINDS.chronicle) this.#remove(path);
      touch(chroniclesOf(path, Number(before?.kind)), String(before?.session ?? ''));
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
      const chronicles = chroniclesOf(file.path, kind);
      touch(chronicles, String(before?.session ?? ''));
      if (chronicle) {
        this.#write(chronicle, chronicles);
        written.add(file.path);
      } else if (file.kind === 'chronicle') this.#remove(file.path);
      else touch(chronicles, session);
    }
    this.#noteFolders(folders);
    for (const [chronicles, sessions] of stale)
      for (const id of sessions)
        for (const path of this.#paths(chronicles, id, FILE_KINDS.chronicle))
          if (!written.has(path)) this.#readAgain(path, chronicles);
    this.#rows.flush(hasTime);
    if (this.#isMoved) this.#place();
  }

  #remove(path: string): void {
    this.#rows.remove(path);
    this.#isMoved = true;
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
    const paths = this.#database.prepare('SELECT path FROM files WHERE folder = ? AND session = ? AND kind = ?');
    return paths.all(folder, session, kind).map(({ path }) => String(path));
  }

  #readAgain(path: string, chronicles: string): void {
    const file = storedFile<Chronicle>(path, SOURCES.chronicle);
    if (file?.content.value) this.#write(file, chronicles);
    else this.#remove(path);
  }

  /** Writes the session of a chronicle with what belongs to it. */
  #write(file: StoredFile<Chronicle>, chronicles: string): void {
    const chronicle = file.content.value;
    if (!chronicle) return;
    const placed = placedFile(file, chronicle);
    const read = sessionOf(file, chronicle, placed, {
      facts: this.#paths(`${chronicles}/facts`, placed.id, FILE_KINDS.facts),
      notebooks: this.#paths(`${chronicles}/notebooks`, placed.id, FILE_KINDS.notebook),
    });
    const known = this.#database
      .prepare('SELECT id, directory, cwd, started FROM sessions WHERE path = ?')
      .get(file.path);
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
    for (const { index, project, name } of placesOf(listed)) {
      const row = rows[index];
      const described = JSON.stringify(project);
      if (row && (row.project !== described || row.name !== name || row.slug !== project.slug))
        move.run(project.slug, described, name, Number(row.key));
    }
  }
}

/** The directory of the chronicles that a file belongs to. */
function chroniclesOf(path: string, kind: number): string {
  const folder = dirname(path);
  return kind === FILE_KINDS.chronicle ? folder : dirname(folder);
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

interface Companions {
  facts: readonly string[];
  notebooks: readonly string[];
}

/** Reads a session from its files; null if its chronicle cannot be read. */
export function readSession(path: string, companions: Companions): ReadSession | null {
  const file = storedFile<Chronicle>(path, SOURCES.chronicle);
  const chronicle = file?.content.value;
  if (!file || !chronicle) return null;
  return sessionOf(file, chronicle, placedFile(file, chronicle), companions);
}

function sessionOf(
  { path, content }: StoredFile<Chronicle>,
  chronicle: Chronicle,
  placed: PlacedFile,
  companions: Companions,
): ReadSession {
  const facts = companionOf(factsCompanion, companions.facts, SOURCES.facts, path, placed.id);
  const notebook = companionOf<Notebook>(notebookCompanion, companions.notebooks, SOURCES.notebook, path, placed.id);
  const whole = facts ? readFacts(facts.path).facts : null;
  const session: Session = {
    ...{ id: placed.id, project: NOWHERE, name: placed.stem, path, digest: content.digest, chronicle },
    ...(facts?.content.value && { facts: facts.content.value, factsDigest: facts.content.digest }),
    ...(notebook?.content.value && { notebook: notebook.content.value, notebookDigest: notebook.content.digest }),
    ...{ problems: content.problems, outdated: false },
  };
  return { session, facts: whole, placed };
}

function companionOf<Value extends FactsHead | Notebook>(
  companion: Companion<Value>,
  paths: readonly string[],
  source: Parameters<typeof readSource<Value>>[2],
  chronicle: string,
  id: string,
): StoredFile<Value> | undefined {
  const files = paths.flatMap((path) => storedFile<Value>(path, source) ?? []);
  return new CompanionFinder(companion, files).find(chronicle, id);
}

function storedFile<Value>(path: string, source: Parameters<typeof readSource<Value>>[2]): StoredFile<Value> | null {
  const found = probe(path, Date.now());
  const content = found && readSource(path, found, source);
  return found && content ? asStored(path, found, content) : null;
}

function asStored<Value>(path: string, { stamp }: Probe, content: FileContent<Value>): StoredFile<Value> {
  const folder = dirname(path);
  const directory = folder.split('/').at(-2) ?? '';
  const good = content.value === null ? null : content;
  return { path, directory, name: path.slice(folder.length + 1), stamp, content, good };
}
