/** Finds sessions in the index, for lists and by their names. */
import { sessionsWithFile } from '#src/archive/file-histories.ts';
import type { SessionCard } from '#src/archive/session-card.ts';
import type { Session } from '#src/format/session.ts';
import type { EditedFile, Facts } from '#src/transcript/facts.ts';
import type { FactsHead } from '../format/facts-head.ts';
import type { Project } from '#src/lib/project.ts';
import { type MachineNames, machineOf } from '#src/lib/config.ts';
import { allOf, between, type Condition, oneOf } from './filters.ts';
import { readSession } from './read-session.ts';
import { type Database, PLACE_BITS } from './schema.ts';
import { nearestOf } from '#src/lib/nearest.ts';

/** A session in a list, with the files that it was asked for. */
export interface ListedCard {
  card: SessionCard;
  files?: readonly EditedFile[];
}

/** Which sessions to list; null for any. */
export interface ListFilter {
  /** The slugs of projects. */
  projects: readonly string[] | null;
  since: string | null;
  until: string | null;
  /** A file that the session edited. */
  file: string | null;
}

/** Lists all sessions. */
export const ANY_SESSION: ListFilter = {
  ...{ projects: null, since: null, until: null, file: null },
};

/** What sessions can be named by. */
export type NamedBy = 'branch' | 'task' | 'session' | 'machine' | 'from';

const NEWEST_FIRST = 's.started DESC, s.name, s.path DESC';
/** So many sessions are looked through for the last one with something to show. */
const LATEST = 100;
const CARD = 's.key, s.path, s.id, s.project, s.name, s.date, s.title, s.branch, s.task, s.imported, s.card, s.start';

/** The sessions of the index. */
export class SessionTable {
  readonly #database: Database;
  readonly #machines: MachineNames;
  readonly #facts = new WeakMap<Session, Facts | null>();

  constructor(database: Database, machines: MachineNames) {
    this.#database = database;
    this.#machines = machines;
  }

  /** How many sessions there are. */
  get size(): number {
    return Number(this.#rows('SELECT count(*) AS count FROM sessions')[0]?.count);
  }

  /** Whether the archive has files at all, even if none can be used. */
  get hasFiles(): boolean {
    return this.#rows('SELECT 1 FROM files LIMIT 1').length > 0;
  }

  /** Whether any transcript was read. */
  get hasFacts(): boolean {
    return this.#rows("SELECT 1 FROM files WHERE kind = 'facts' AND session <> '' LIMIT 1").length > 0;
  }

  /** All projects, those of the newest sessions first. */
  projects(): Project[] {
    const rows = this.#rows('SELECT project FROM sessions s GROUP BY project ORDER BY max(started) DESC');
    return rows.map(({ project }) => JSON.parse(String(project)));
  }

  /** The names that sessions have, each once. */
  names(of: NamedBy): string[] {
    if (of === 'machine') return [...new Set(this.#machines.values())];
    const column = of === 'session' ? 'name' : of === 'from' ? "coalesce(imported, '')" : of;
    const names = this.#rows(`SELECT DISTINCT ${column} AS name FROM sessions s ORDER BY ${NEWEST_FIRST}`);
    return [...new Set(names.map(({ name }) => String(name)))];
  }

  /** Newest first, at most `limit` of them; those that edited exactly the file first. */
  list(filter: ListFilter, limit: number): { listed: ListedCard[]; total: number } {
    const { sql, values } = listCondition(filter);
    if (filter.file !== null) {
      const edits = this.#editsNamed(filter.file);
      const cards = this.#cards(
        `${sql} AND s.key IN (SELECT value FROM json_each(?)) ORDER BY ${NEWEST_FIRST}`,
        ...[...values, JSON.stringify([...edits.keys()])],
      );
      const found = sessionsWithFile(cards, filter.file, ({ key }) => edits.get(key) ?? []);
      const listed = found.slice(0, limit).map(({ session: { key: _, ...card }, files }) => ({ card, files }));
      return { listed, total: found.length };
    }
    const [counted] = this.#rows(`SELECT count(*) AS count FROM sessions s WHERE ${sql}`, ...values);
    const cards = this.#cards(`${sql} ORDER BY ${NEWEST_FIRST} LIMIT ?`, ...values, limit);
    return { listed: cards.map(({ key: _, ...card }) => ({ card })), total: Number(counted?.count) };
  }

  /** The sessions that a name, the beginning of an id or `last` may mean, newest first; all if none. */
  cardsFor(reference: string): SessionCard[] {
    const wanted = reference.toLowerCase().replace(/\.md$/, '');
    const found =
      reference === 'last'
        ? this.#cards(`1 ORDER BY ${NEWEST_FIRST} LIMIT ?`, LATEST)
        : this.#cards(
            `lowered(s.name) = ?1 OR lowered(s.slug || '/' || s.name) = ?1 OR instr(lowered(s.id), ?1) = 1 ORDER BY ${NEWEST_FIRST}`,
            wanted,
          );
    const isEnough = reference === 'last' ? found.some(({ hasContent }) => hasContent) : found.length > 0;
    return isEnough ? found : this.#cards(`1 ORDER BY ${NEWEST_FIRST}`);
  }

  /** The session with the chronicle at this path. */
  sessionAt(path: string): Session | null {
    return this.#read('path = ?', path)[0] ?? null;
  }

  /** The sessions that have a record with this id, or whose own id begins with this. */
  sessionsWith(id: { record: string } | { session: string }): Session[] {
    if ('record' in id)
      return this.#read(`key IN (SELECT key >> ${PLACE_BITS} FROM records WHERE anchor = ?)`, id.record);
    return this.#read('id >= ? AND id < ?', id.session, `${id.session}\u{10ffff}`);
  }

  /** All facts of a session that this found; null without any. */
  factsOf(session: Session): Facts | null {
    return this.#facts.get(session) ?? null;
  }

  /** Those of these sessions that the archive has, newest first, with the transcripts that were read. */
  withTranscripts(ids: readonly string[]): { id: string; path: string; facts?: Pick<FactsHead, 'transcripts'> }[] {
    const { sql, values } = oneOf('s.id', ids);
    const rows = this.#rows(
      `SELECT id, path, transcripts FROM sessions s WHERE ${sql} ORDER BY ${NEWEST_FIRST}`,
      ...values,
    );
    return rows.map(({ id, path, transcripts }) => ({
      ...{ id: String(id), path: String(path) },
      ...(transcripts !== null && { facts: { transcripts: JSON.parse(String(transcripts)) } }),
    }));
  }

  #rows(sql: string, ...values: (string | number)[]): Record<string, unknown>[] {
    return this.#database.prepare(sql).all(...values);
  }

  #cards(where: string, ...values: (string | number)[]): (SessionCard & { key: number })[] {
    return this.#rows(`SELECT ${CARD} FROM sessions s WHERE ${where}`, ...values).map((row) =>
      cardOf(row, this.#machines),
    );
  }

  /** Reads sessions from their files. */
  #read(where: string, ...values: string[]): Session[] {
    const rows = this.#rows(`SELECT path, copies, project, name FROM sessions WHERE ${where}`, ...values);
    return rows.flatMap(({ path, copies, project, name }): Session[] => {
      const read = readSession(this.#database, [String(path), ...JSON.parse(String(copies))]);
      if (!read) return [];
      const machine = machineOf(String(path), this.#machines);
      const named = { project: JSON.parse(String(project)), name: String(name), ...(machine !== '' && { machine }) };
      const session = { ...read.session, ...named };
      this.#facts.set(session, read.facts);
      return [session];
    });
  }

  /** The edited files that may be meant, by session. */
  #editsNamed(file: string): Map<number, EditedFile[]> {
    const parts = file.split(/[\\/]/).filter((part) => part !== '');
    // SQLite ignores the case of ASCII only.
    const last = (parts.at(-1) ?? '').toLowerCase();
    const where = /^[ -~]*$/.test(last) ? 'instr(lower(path), ?)' : "? <> ''";
    const edits = new Map<number, EditedFile[]>();
    for (const { session, path, added, removed } of this.#rows(
      `SELECT session, path, added, removed FROM edits WHERE ${where} ORDER BY rowid`,
      last,
    )) {
      const key = Number(session);
      const files = edits.get(key) ?? [];
      edits.set(key, files);
      files.push({ path: String(path), added: Number(added), removed: Number(removed) });
    }
    return edits;
  }
}

function listCondition({ projects, since, until }: ListFilter): Condition {
  const conditions = [...(projects === null ? [] : [oneOf('s.slug', projects)]), ...between('s.date', since, until)];
  return allOf(conditions) ?? { sql: '1', values: [] };
}

function cardOf(row: Record<string, unknown>, machines: MachineNames): SessionCard & { key: number } {
  const text = (column: string) => String(row[column]);
  const machine = machineOf(text('path'), machines);
  return {
    ...(JSON.parse(text('card')) as Omit<SessionCard, 'id' | 'project' | 'name' | 'path'>),
    ...{ key: Number(row.key), id: text('id'), project: JSON.parse(text('project')), name: text('name') },
    ...{ path: text('path'), ...(machine !== '' && { machine }), title: text('title'), date: text('date') },
    ...{ start: text('start'), branch: text('branch'), task: text('task') },
    importedFrom: row.imported === null ? null : text('imported'),
  };
}

/** What a session is found by. */
export interface NamedSession extends Pick<Session, 'id' | 'name'> {
  project: Pick<Project, 'slug'>;
}

/** The session found, or the candidates if several match or none does. */
export type FoundSession<Named> = { session: Named } | { fits: 'several' | 'none'; candidates: Named[] };

/** A shorter prefix of an id is too likely to match another session. */
const SHORTEST_ID = 6;

/**
 * Finds a session by its file's stem, `project/stem`, its id or at least six characters of it, or `last`: the newest
 * session that `isEligible`. Takes sessions newest first.
 */
export function findSession<Named extends NamedSession>(
  sessions: readonly Named[],
  reference: string,
  isEligible: (session: Named) => boolean,
): FoundSession<Named> {
  const last = reference === 'last' ? sessions.find(isEligible) : undefined;
  if (last) return { session: last };
  const name = reference.toLowerCase().replace(/\.md$/, '');
  const named = sessions.filter((session) => isSameName(session, name));
  const fitting = named.length > 0 ? named : sessions.filter(({ id }) => hasId(id, name));
  const [only] = fitting;
  if (only && fitting.length === 1) return { session: only };
  if (only) return { fits: 'several', candidates: fitting };
  const nearest = nearestOf(
    name,
    sessions.map((session) => session.name),
  );
  return { fits: 'none', candidates: sessions.filter((session) => session.name === nearest) };
}

function isSameName({ project, name }: NamedSession, reference: string): boolean {
  return name.toLowerCase() === reference || `${project.slug}/${name}`.toLowerCase() === reference;
}

function hasId(id: string, reference: string): boolean {
  const known = id.toLowerCase();
  return known === reference || (reference.length >= SHORTEST_ID && known.startsWith(reference));
}
