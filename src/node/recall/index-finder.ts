import { dirname } from 'node:path';
import { sessionsWithFile } from '#src/archive/file-histories.ts';
import type { SessionCard } from '#src/archive/session-card.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { EditedFile } from '#src/facts/edited-files.ts';
import type { Facts, FactsHead } from '#src/facts/facts.ts';
import type { Project } from '#src/lib/project.ts';
import { type MachineNames, machineOf, NO_MACHINES } from '#src/project/machines.ts';
import { factsPath, notebookPath } from '#src/project/paths.ts';
import type { Found, FoundRecord } from '#src/recall/found.ts';
import type { Scored } from '#src/recall/rank.ts';
import type { Question } from '#src/recall/tokens.ts';
import type { Query } from '#src/search/query.ts';
import { Columns, hashOf } from './columns.ts';
import type { Finder, ListedCard, ListFilter, NamedBy } from './finder.ts';
import { rankIndex } from './rank-index.ts';
import { NEWEST_FIRST } from './read-records.ts';
import { readSession } from './read-session.ts';
import { FILE_KINDS } from './schema.ts';
import { searchIndex } from './search-index.ts';
import { atOnce, type Database } from './sqlite.ts';
import { IMPORTED_FROM, oneOf, onMachines, type Where } from './where.ts';

/** So many sessions are looked through for the last one with something to show. */
const LATEST = 100;
const CARD = `s.key, s.path, s.id, s.slug, s.project, s.name, s.date, s.title, s.branch, s.task, s.card, s.start`;

/** Finds with the index. */
export class IndexFinder implements Finder {
  readonly #database: Database;
  readonly #machines: MachineNames;
  readonly #facts = new WeakMap<Session, Facts | null>();

  constructor(database: Database, machines: MachineNames = NO_MACHINES) {
    this.#database = database;
    this.#machines = machines;
  }

  get size(): number {
    return Number(this.#database.prepare('SELECT count(*) AS count FROM sessions').get()?.count);
  }

  projects(): Project[] {
    const sql = `SELECT project FROM sessions s GROUP BY project ORDER BY max(started) DESC`;
    return this.#database
      .prepare(sql)
      .all()
      .map(({ project }) => JSON.parse(String(project)));
  }

  names(of: NamedBy): string[] {
    if (of === 'machine') return [...new Set(this.#machines.values())];
    const column = of === 'session' ? 'name' : of === 'from' ? `coalesce(${IMPORTED_FROM}, '')` : of;
    const sql = `SELECT DISTINCT ${column} AS name FROM sessions s ORDER BY ${NEWEST_FIRST}`;
    return this.#database
      .prepare(sql)
      .all()
      .map(({ name }) => String(name));
  }

  search(query: Query, limit: number): Found {
    return atOnce(this.#database, () => searchIndex(this.#database, query, limit, this.#machines));
  }

  rank(question: Question, query: Query): Scored<FoundRecord>[] {
    return atOnce(this.#database, () => rankIndex(this.#database, question, query, this.#machines));
  }

  list(filter: ListFilter, limit: number): { listed: ListedCard[]; total: number } {
    const { sql, values } = whereOf(filter, this.#machines);
    const cards = (where: string, ...more: (string | number)[]) =>
      this.#database
        .prepare(`SELECT ${CARD} FROM sessions s WHERE ${where}`)
        .all(...more)
        .map((row) => cardOf(row, this.#machines));
    if (filter.file !== null) {
      const edits = this.#editsNamed(filter.file);
      const having = `${sql} AND s.key IN (SELECT value FROM json_each(?)) ORDER BY ${NEWEST_FIRST}`;
      const found = sessionsWithFile(
        cards(having, ...values, JSON.stringify([...edits.keys()])),
        filter.file,
        ({ key }) => edits.get(key) ?? [],
      );
      const listed = found.slice(0, limit).map(({ session: { key: _, ...card }, files }) => ({ card, files }));
      return { listed, total: found.length };
    }
    const total = this.#database.prepare(`SELECT count(*) AS count FROM sessions s WHERE ${sql}`).get(...values)?.count;
    const listed = cards(`${sql} ORDER BY ${NEWEST_FIRST} LIMIT ?`, ...values, limit);
    return { listed: listed.map(({ key: _, ...card }) => ({ card })), total: Number(total) };
  }

  cardsFor(reference: string): SessionCard[] {
    const wanted = reference.toLowerCase().replace(/\.md$/, '');
    const cards = (where: string, ...values: (string | number)[]) =>
      this.#database
        .prepare(`SELECT ${CARD} FROM sessions s WHERE ${where}`)
        .all(...values)
        .map((row) => cardOf(row, this.#machines));
    const found =
      reference === 'last'
        ? cards(`1 ORDER BY ${NEWEST_FIRST} LIMIT ?`, LATEST)
        : cards(
            `lower(name) = ?1 OR lower(slug || '/' || name) = ?1 OR instr(lower(id), ?1) = 1 ORDER BY ${NEWEST_FIRST}`,
            wanted,
          );
    const isEnough = reference === 'last' ? found.some(({ hasContent }) => hasContent) : found.length > 0;
    return isEnough ? found : cards(`1 ORDER BY ${NEWEST_FIRST}`);
  }

  sessionAt(path: string): Session | null {
    const rows = this.#database.prepare('SELECT path, copies, project, name FROM sessions WHERE path = ?').all(path);
    return this.#read(rows)[0] ?? null;
  }

  sessionsWith(id: { record: string } | { session: string }): Session[] {
    const columns = 'path, copies, project, name';
    const rows =
      'record' in id
        ? this.#database
            .prepare(`SELECT ${columns} FROM sessions WHERE key IN (SELECT value FROM json_each(?))`)
            .all(JSON.stringify(this.#sessionsWithAnchor(id.record)))
        : this.#database
            .prepare(`SELECT ${columns} FROM sessions WHERE id >= ? AND id < ?`)
            .all(id.session, `${id.session}\u{10ffff}`);
    return this.#read(rows);
  }

  #sessionsWithAnchor(anchor: string): number[] {
    const hashes = new Columns(this.#database).get('anchor');
    const hash = hashOf(anchor);
    const find = this.#database.prepare('SELECT session FROM records WHERE key = ? AND anchor = ?');
    const found = new Set<number>();
    for (let key = hashes.indexOf(hash); key !== -1; key = hashes.indexOf(hash, key + 1)) {
      const row = find.get(key, anchor);
      if (row) found.add(Number(row.session));
    }
    return [...found];
  }

  /** Reads sessions from their files. */
  #read(rows: readonly Record<string, unknown>[]): Session[] {
    return rows.flatMap(({ path, copies, project, name }): Session[] => {
      const paths: [string, ...string[]] = [String(path), ...JSON.parse(String(copies))];
      const read = readSession(paths, this.#companionsOf(paths));
      if (!read) return [];
      const machine = machineOf(String(path), this.#machines);
      const named = { project: JSON.parse(String(project)), name: String(name), ...(machine !== '' && { machine }) };
      const session = { ...read.session, ...named };
      this.#facts.set(session, read.facts);
      return [session];
    });
  }

  factsOf(session: Session): Facts | null {
    return this.#facts.get(session) ?? null;
  }

  /** Those of these sessions that the archive has, newest first, with the transcripts that were read. */
  withTranscripts(ids: readonly string[]): { id: string; path: string; facts?: Pick<FactsHead, 'transcripts'> }[] {
    const sql = `SELECT id, path, transcripts FROM sessions s WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ${NEWEST_FIRST}`;
    const rows = this.#database.prepare(sql).all(JSON.stringify(ids));
    return rows.map(({ id, path, transcripts }) => ({
      ...{ id: String(id), path: String(path) },
      ...(transcripts !== null && { facts: { transcripts: JSON.parse(String(transcripts)) } }),
    }));
  }

  hasFacts(): boolean {
    const sql = `SELECT 1 FROM files WHERE kind = ${FILE_KINDS.facts} AND session <> ''`;
    return this.#database.prepare(sql).get() !== undefined;
  }

  close(): void {
    this.#database.close();
  }

  #companionsOf(paths: readonly string[]): { facts: string[]; notebooks: string[] } {
    const found = this.#database.prepare(
      'SELECT path FROM files WHERE folder = ? AND kind = ? AND session = (SELECT session FROM files WHERE path = ?)',
    );
    const of = (folderOf: (path: string) => string, kind: number) => {
      const folders = new Set(paths.map((path) => dirname(folderOf(path))));
      return [...folders].flatMap((folder) => found.all(folder, kind, paths[0] ?? '').map((row) => String(row.path)));
    };
    return { facts: of(factsPath, FILE_KINDS.facts), notebooks: of(notebookPath, FILE_KINDS.notebook) };
  }

  /** The edited files that may be meant, by session. SQLite ignores the case of ASCII only. */
  #editsNamed(file: string): Map<number, EditedFile[]> {
    const last =
      file
        .split(/[\\/]/)
        .filter((part) => part !== '')
        .at(-1) ?? '';
    const isPlain = /^[ -~]*$/.test(last);
    const rows = this.#database
      .prepare(`SELECT session, path, added, removed FROM edits WHERE ${isPlain ? 'instr(lower(path), ?)' : "? <> ''"}`)
      .all(last.toLowerCase());
    const edits = new Map<number, EditedFile[]>();
    for (const { session, path, added, removed } of rows) {
      const key = Number(session);
      const files = edits.get(key) ?? [];
      edits.set(key, files);
      files.push({ path: String(path), added: Number(added), removed: Number(removed) });
    }
    return edits;
  }
}

function whereOf({ projects, since, until, on, machine, from }: ListFilter, machines: MachineNames): Where {
  const conditions: Where[] = [
    ...(projects === null
      ? []
      : [{ sql: 's.slug IN (SELECT value FROM json_each(?))', values: [JSON.stringify(projects)] }]),
    ...(since === null ? [] : [{ sql: 'substr(s.date, 1, ?) >= ?', values: [since.length, since] }]),
    ...(until === null ? [] : [{ sql: 'substr(s.date, 1, ?) <= ?', values: [until.length, until] }]),
    ...(machine === null ? [] : [onMachines([machine], machines)]),
    ...(from === null ? [] : [oneOf(IMPORTED_FROM, [from])]),
    ...(on === null ? [] : [{ sql: 'substr(s.date, 6) = ?', values: [on] }]),
  ];
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND ') || '1',
    values: conditions.flatMap(({ values }) => values),
  };
}

function cardOf(row: Record<string, unknown>, machines: MachineNames): SessionCard & { key: number } {
  const { key, path, id, project, name, date, title, branch, task, card, start } = row;
  const machine = machineOf(String(path), machines);
  const rest = JSON.parse(String(card)) as Pick<
    SessionCard,
    'started' | 'source' | 'importedFrom' | 'events' | 'candidates' | 'summary' | 'problems' | 'figures' | 'hasContent'
  >;
  return {
    ...{
      key: Number(key),
      id: String(id),
      project: JSON.parse(String(project)),
      name: String(name),
      path: String(path),
      ...(machine !== '' && { machine }),
    },
    ...{ title: String(title), date: String(date), started: rest.started, start: String(start) },
    ...{
      branch: String(branch),
      task: String(task),
      source: rest.source,
      importedFrom: rest.importedFrom,
      events: rest.events,
      candidates: rest.candidates,
    },
    ...{ summary: rest.summary, problems: rest.problems, figures: rest.figures },
    hasContent: rest.hasContent,
  };
}
