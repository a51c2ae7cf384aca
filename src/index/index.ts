/**
 * What commands look up in the archive, in one SQLite file with FTS5 that follows the archive's files:
 *
 *     const index = new RecordIndex(openIndex(paths, { roots, now }), machines);
 *     index.search(parseQuery('flaky redirect tag:error').query, 20);
 *
 * `open-index.ts` opens the file, and `update.ts` reads what has changed in the archive and writes it (`words.ts`) into the tables
 * of `schema.ts`. `ranking.ts` finds records, and `recall.ts` makes answers for the agent.
 *
 * `query.ts` reads what somebody asks for, and what can be found are the records of `records-of.ts`, for this
 * index and for the site's, which `site-search.ts` makes by Pagefind out of `search-documents.ts`.
 */
import { sessionsWithFile } from '#src/archive/file-histories.ts';
import type { SessionCard } from '#src/archive/session-card.ts';
import type { FactsHead } from '#src/format/facts-head.ts';
import type { Session } from '#src/format/session.ts';
import { isTag } from '#src/format/tags.ts';
import { type MachineNames, machineOf, NO_MACHINES } from '#src/lib/config.ts';
import type { Project } from '#src/lib/project.ts';
import type { EditedFile, Facts } from '#src/transcript/facts.ts';
import type { Query } from './query.ts';
import { allOf, between, loweredName, oneOf, type Ranked, rankRecords } from './ranking.ts';
import type { AboutObservation, RecordKind, SearchRecord } from './record.ts';
import { type Database, PLACE_BITS } from './schema.ts';
import { readSession } from './update.ts';

/** A record with the id of its session and when that began, as lists show it. */
export interface IndexedRecord extends SearchRecord {
  sessionId: string;
  /** Local `2026-11-19 08:40`. */
  start: string;
}

export interface FoundRecord extends IndexedRecord {
  /** Whether it has all words of the question. */
  hasAll: boolean;
}

export interface Found extends Omit<Ranked, 'found'> {
  /** The first ones: those with all words, then those with some; each best first, then newest first. */
  hits: FoundRecord[];
}

/** A session in a list, with the files that it was asked for. */
export interface ListedCard {
  card: SessionCard;
  files?: readonly EditedFile[];
}

/** Which sessions to list. */
interface ListFilter {
  /** The slugs of projects; null for any. */
  projects?: readonly string[] | null;
  since?: string | null;
  until?: string | null;
  /** A file that the session edited. */
  file?: string | null;
}

/** A session as names find it. */
export interface NamedCard extends Pick<SessionCard, 'id' | 'name' | 'path' | 'hasContent'> {
  project: Pick<Project, 'slug'>;
}

type Row = Record<string, unknown>;

/** So many sessions are looked through for the last one with something to show. */
const LATEST = 200;
const NEWEST_FIRST = 's.started DESC, s.name, s.path DESC';
/** What `#recordIn` reads. */
const RECORD_COLUMNS = `r.kind, s.project, s.name, s.title, r.event, r.anchor, r.tag, s.branch, s.task, r.date, r.time, r.text,
  r.about, s.id, s.path, s.start, s.imported`;
const SESSIONS_OF_RECORDS = `records r JOIN sessions s ON s.key = r.key >> ${PLACE_BITS}`;

/** The index, open for reading. It must be closed. */
export class RecordIndex {
  readonly #database: Database;
  readonly #machines: MachineNames;

  constructor(database: Database, machines: MachineNames = NO_MACHINES) {
    database.function('machine', { deterministic: true }, (path) => machineOf(String(path), machines));
    database.function('lowered', { deterministic: true }, (name) => loweredName(String(name ?? '')));
    this.#database = database;
    this.#machines = machines;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** How many sessions there are. */
  get size(): number {
    return Number(this.#rows('SELECT count(*) AS count FROM sessions')[0]?.count);
  }

  /** Whether the archive has files at all, even if none can be used. */
  get hasFiles(): boolean {
    return this.#rows('SELECT 1 FROM files LIMIT 1').length > 0;
  }

  /** The records that match a query, at most `limit` of them. */
  search(query: Query, limit: number): Found {
    const { found, ...counts } = rankRecords(this.#database, query, limit);
    const find = this.#database.prepare(`SELECT ${RECORD_COLUMNS} FROM ${SESSIONS_OF_RECORDS} WHERE r.key = ?`);
    const hits = found.flatMap(({ key, hasAll }) => {
      const row = find.get(key);
      return row ? [{ ...this.#recordIn(row), hasAll }] : [];
    });
    return { ...counts, hits };
  }

  /** The records with this id, of sessions whose own id begins with `session`. */
  recordsWith(anchor: string, session: string): IndexedRecord[] {
    const sql = `SELECT ${RECORD_COLUMNS} FROM ${SESSIONS_OF_RECORDS} WHERE r.anchor = ? AND instr(s.id, ?) = 1`;
    return this.#rows(`${sql} ORDER BY ${NEWEST_FIRST}`, anchor, session).map((row) => this.#recordIn(row));
  }

  /** All records of a session, oldest first. */
  recordsOf(session: string): IndexedRecord[] {
    const range = `r.key >= s.key << ${PLACE_BITS} AND r.key < (s.key + 1) << ${PLACE_BITS}`;
    const sql = `SELECT ${RECORD_COLUMNS} FROM sessions s JOIN records r ON ${range} WHERE s.id = ?`;
    return this.#rows(`${sql} ORDER BY r.date, coalesce(r.time, ''), r.key`, session).map((row) => this.#recordIn(row));
  }

  /** The sessions whose id begins with this, newest first. */
  cardsWith(beginning: string): SessionCard[] {
    const sql = `SELECT * FROM sessions s WHERE instr(s.id, ?) = 1 ORDER BY ${NEWEST_FIRST}`;
    return this.#rows(sql, beginning).map((row) => this.#cardIn(row));
  }

  #recordIn(row: Row): IndexedRecord {
    const text = (column: string) => String(row[column]);
    const tag = text('tag');
    return {
      ...{
        kind: text('kind') as RecordKind,
        project: projectIn(row).name,
        session: text('name'),
        title: text('title'),
      },
      ...{ event: text('event'), anchor: text('anchor'), tag: isTag(tag) ? tag : null },
      ...{ branch: text('branch'), task: text('task'), ...this.#machineIn(row) },
      ...(row.imported !== null && { from: text('imported') }),
      ...{ date: text('date'), time: row.time === null ? null : text('time'), text: text('text') },
      ...(row.about !== null && { about: JSON.parse(text('about')) as AboutObservation }),
      ...{ sessionId: text('id'), start: text('start') },
    };
  }

  /** All projects, those of the newest sessions first. */
  projects(): Project[] {
    return this.#rows('SELECT project FROM sessions s GROUP BY project ORDER BY max(started) DESC').map(projectIn);
  }

  /** The names that sessions have, each once. */
  names(of: 'branch' | 'task' | 'session' | 'machine' | 'from'): string[] {
    if (of === 'machine') return [...new Set(this.#machines.values())];
    const column = of === 'session' ? 'name' : of === 'from' ? "coalesce(imported, '')" : of;
    const names = this.#rows(`SELECT DISTINCT ${column} AS name FROM sessions s ORDER BY ${NEWEST_FIRST}`);
    return [...new Set(names.map(({ name }) => String(name)))];
  }

  /** Newest first, at most `limit` of them; those that edited exactly the file first. */
  list(filter: ListFilter, limit: number): { listed: ListedCard[]; total: number } {
    const { projects = null, since = null, until = null, file = null } = filter;
    const { sql, values } = allOf([
      ...(projects === null ? [] : [oneOf('s.slug', projects)]),
      ...between('s.date', since, until),
    ]);
    if (file === null) {
      const [counted] = this.#rows(`SELECT count(*) AS count FROM sessions s WHERE ${sql}`, ...values);
      const rows = this.#rows(
        `SELECT * FROM sessions s WHERE ${sql} ORDER BY ${NEWEST_FIRST} LIMIT ?`,
        ...values,
        limit,
      );
      return { listed: rows.map((row) => ({ card: this.#cardIn(row) })), total: Number(counted?.count) };
    }
    const edits = this.#editsNamed(file);
    const rows = this.#rows(
      `SELECT * FROM sessions s WHERE ${sql} AND s.key IN (SELECT value FROM json_each(?)) ORDER BY ${NEWEST_FIRST}`,
      ...values,
      JSON.stringify([...edits.keys()]),
    ).map((row) => ({ row, project: projectIn(row) }));
    const found = sessionsWithFile(rows, file, ({ row }) => edits.get(Number(row.key)) ?? []);
    const listed = found.slice(0, limit).map(({ session, files }) => ({ card: this.#cardIn(session.row), files }));
    return { listed, total: found.length };
  }

  /** The sessions that a word may name, newest first: the latest for `last`, all if it is in no name and no id. */
  named(word: string): NamedCard[] {
    const columns = "id, path, slug, name, card ->> 'hasContent' AS hasContent";
    const all = `SELECT ${columns} FROM sessions s`;
    const wanted = word.toLowerCase().replace(/\.md$/, '');
    const rows =
      word === 'last'
        ? this.#rows(`${all} ORDER BY ${NEWEST_FIRST} LIMIT ?`, LATEST)
        : this.#rows(`${all} WHERE instr(lower(id || ' ' || slug || '/' || name), ?) ORDER BY ${NEWEST_FIRST}`, wanted);
    return (rows.length > 0 ? rows : this.#rows(`${all} ORDER BY ${NEWEST_FIRST}`)).map((row) => ({
      ...{ id: String(row.id), path: String(row.path), project: { slug: String(row.slug) }, name: String(row.name) },
      hasContent: row.hasContent === 1,
    }));
  }

  /** The session with the chronicle at this path, with all its facts; null if it cannot be read. */
  sessionAt(path: string): { session: Session; facts: Facts | null } | null {
    const [row] = this.#rows('SELECT path, copies, project, name FROM sessions WHERE path = ?', path);
    const read = row && readSession(this.#database, [path, ...JSON.parse(String(row.copies))]);
    if (!read) return null;
    const named = { project: projectIn(row), name: String(row.name), ...this.#machineIn(row) };
    return { session: { ...read.session, ...named }, facts: read.facts };
  }

  /** Those of these sessions that the archive has, newest first, with the transcripts that were read. */
  withTranscripts(ids: readonly string[]): { id: string; path: string; facts?: Pick<FactsHead, 'transcripts'> }[] {
    const { sql, values } = oneOf('s.id', ids);
    const columns = 'id, path, transcripts';
    return this.#rows(`SELECT ${columns} FROM sessions s WHERE ${sql} ORDER BY ${NEWEST_FIRST}`, ...values).map(
      ({ id, path, transcripts }) => ({
        ...{ id: String(id), path: String(path) },
        ...(transcripts !== null && { facts: { transcripts: JSON.parse(String(transcripts)) } }),
      }),
    );
  }

  #rows(sql: string, ...values: (string | number)[]): Row[] {
    return this.#database.prepare(sql).all(...values);
  }

  #machineIn({ path }: Row): { machine?: string } {
    const machine = machineOf(String(path), this.#machines);
    return machine === '' ? {} : { machine };
  }

  #cardIn(row: Row): SessionCard {
    const text = (column: string) => String(row[column]);
    return {
      ...(JSON.parse(text('card')) as SessionCard),
      ...{ id: text('id'), project: projectIn(row), name: text('name'), path: text('path'), ...this.#machineIn(row) },
      ...{ title: text('title'), date: text('date'), start: text('start'), branch: text('branch'), task: text('task') },
      importedFrom: row.imported === null ? null : text('imported'),
    };
  }

  /** The edited files that may be meant, by session. */
  #editsNamed(file: string): Map<number, EditedFile[]> {
    const parts = file.split(/[\\/]/).filter((part) => part !== '');
    const rows = this.#rows(
      'SELECT session, path, added, removed FROM edits WHERE instr(lowered(path), ?) ORDER BY rowid',
      loweredName(parts.at(-1) ?? ''),
    );
    const edited = rows.map(({ session, path, added, removed }) => ({
      session: Number(session),
      file: { path: String(path), added: Number(added), removed: Number(removed) },
    }));
    const bySession = Map.groupBy(edited, ({ session }) => session);
    return new Map([...bySession].map(([session, own]) => [session, own.map(({ file }) => file)]));
  }
}

function projectIn({ project }: Row): Project {
  return JSON.parse(String(project)) as Project;
}
