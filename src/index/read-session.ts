/** Reads a session from its files, as the archive does. */
import { dirname } from 'node:path';
import type { Chronicle } from '#src/format/chronicle.ts';
import type { Notebook } from '#src/format/notebook/notebook.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts, ListedFacts } from '#src/transcript/facts.ts';
import type { Project } from '#src/lib/project.ts';
import { type Companion, Companions, notebookCompanion } from '#src/archive/companions.ts';
import { mainFirst, type PlacedFile, placedFile } from '#src/archive/sessions.ts';
import { factsCompanion } from '#src/archive/facts-files.ts';
import type { StoredFile } from '#src/archive/file-index.ts';
import { type Probe, probe, readSource } from '#src/archive/read-source.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import { withFound } from '#src/transcript/with-found.ts';
import { factsPath, notebookPath } from '#src/lib/paths.ts';
import { SOURCES } from './changed-files.ts';
import type { Database, FileKind } from './schema.ts';

/** A session as it is read from its files. Its project and name are not known yet. */
export interface ReadSession {
  session: Session;
  facts: Facts | null;
  placed: PlacedFile;
}

const NOWHERE: Project = { slug: '', name: '', directory: '', root: null };

/** Reads a session from its chronicles, the one that it is shown under first; null if that cannot be read. */
export function readSession(database: Database, paths: readonly string[]): ReadSession | null {
  const [main, ...copies] = paths.map((path) => readable(readSourceFile<Chronicle>(path, SOURCES.chronicle)));
  return main ? sessionOf(database, [main, ...copies.filter((copy) => copy !== null)]) : null;
}

/** The files of a session that the index knows. */
export function pathsOf(database: Database, session: string, kind: FileKind): string[] {
  const find = database.prepare('SELECT path FROM files WHERE session = ? AND kind = ?');
  return find.all(session, kind).map(({ path }) => String(path));
}

/** A chronicle that can be read, and what decides its place. */
interface Readable {
  file: StoredFile<Chronicle>;
  chronicle: Chronicle;
  placed: PlacedFile;
}

function readable(file: StoredFile<Chronicle> | null): Readable | null {
  const chronicle = file?.content.value;
  return file && chronicle ? { file, chronicle, placed: placedFile(file, chronicle) } : null;
}

/** The files of a session in the order of `mainFirst`. */
export function inOrder(files: readonly StoredFile<Chronicle>[], ownRoot: string): Readable[] {
  const all = files.map(readable).filter((each) => each !== null);
  const byPath = new Map(all.map((each) => [each.placed.path, each]));
  const ordered = mainFirst(
    all.map(({ placed, chronicle }) => ({ ...placed, chronicle })),
    ownRoot,
  );
  return ordered.flatMap(({ path }) => byPath.get(path) ?? []);
}

/** A session from its chronicles and the files that belong to them: those in the folders next to theirs. */
export function sessionOf(database: Database, [main, ...copies]: [Readable, ...Readable[]]): ReadSession {
  const { file, placed } = main;
  const { path, content } = file;
  const paths: [string, ...string[]] = [path, ...copies.map((copy) => copy.file.path)];
  const { id } = placed;
  const companions = (kind: FileKind, usualPath: (chronicle: string) => string) => {
    const folders = new Set(paths.map((each) => dirname(usualPath(each))));
    return pathsOf(database, id, kind).filter((each) => folders.has(dirname(each)));
  };
  const facts = companionOf(factsCompanion, companions('facts', factsPath), SOURCES.facts, paths, id);
  const notebooks = companions('notebook', notebookPath);
  const notebook = companionOf<Notebook>(notebookCompanion, notebooks, SOURCES.notebook, paths, id);
  const whole = facts ? readFacts(facts.path).facts : null;
  const session: Session = {
    ...{
      id,
      project: NOWHERE,
      name: placed.stem,
      path,
      digest: content.digest,
      chronicle: withFound(main.chronicle, facts?.content.value ?? null),
    },
    ...(facts?.content.value && { facts: facts.content.value.head, factsDigest: facts.content.digest }),
    ...(notebook?.content.value && { notebook: notebook.content.value, notebookDigest: notebook.content.digest }),
    ...{ problems: content.problems, outdated: false },
    ...(copies.length > 0 && { copies: paths.slice(1) }),
  };
  return { session, facts: whole, placed };
}

function companionOf<Value extends ListedFacts | Notebook>(
  companion: Companion<Value>,
  paths: readonly string[],
  source: Parameters<typeof readSource<Value>>[2],
  chronicles: readonly [string, ...string[]],
  id: string,
): StoredFile<Value> | undefined {
  const files = paths.flatMap((path) => readSourceFile(path, source) ?? []);
  return new Companions(companion, files).find(chronicles, id);
}

/** The file at this path, read and parsed; null if there is none. `found` is what was just found there. */
export function readSourceFile<Value>(
  path: string,
  source: Parameters<typeof readSource<Value>>[2],
  found: Probe | null = probe(path, Date.now()),
): StoredFile<Value> | null {
  const content = found && readSource(path, found, source);
  if (!found || !content) return null;
  const folder = dirname(path);
  const directory = folder.split('/').at(-2) ?? '';
  const good = content.value === null ? null : content;
  return { path, directory, name: path.slice(folder.length + 1), stamp: found.stamp, content, good };
}
