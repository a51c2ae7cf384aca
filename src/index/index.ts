/**
 * What commands look up in the archive, in one SQLite file with FTS5 that follows the archive's files:
 *
 *     const index = new RecordIndex(openIndex(paths, { roots, now }), machines);
 *     index.search(parseQuery('flaky redirect tag:error').query, 20);
 *
 * `open-index.ts` opens the file, `changed-files.ts` sees what has changed, `update.ts` reads that (`read-session.ts`) and writes it
 * (`words.ts`) into the tables of `schema.ts`. `ranking.ts` and `filters.ts` find records, `sessions.ts` finds
 * sessions, and `recall.ts` makes answers for the agent.
 *
 * `query.ts` reads what somebody asks for, and what can be found are the records of `records-of.ts`, for this
 * index and for the site's, which `site-search.ts` makes by Pagefind out of `search-documents.ts`.
 */
import { isTag } from '#src/format/tags.ts';
import { type MachineNames, machineOf, NO_MACHINES } from '#src/lib/config.ts';
import { loweredName } from './filters.ts';
import type { Query } from './query.ts';
import { countKinds, rankRecords } from './ranking.ts';
import type { AboutObservation, RecordKind, SearchRecord } from './record.ts';
import { type Database, PLACE_BITS } from './schema.ts';
import { SessionTable } from './sessions.ts';

/** A record with the id of its session and when that began, as lists show it. */
export interface FoundRecord extends SearchRecord {
  sessionId: string;
  /** Local `2026-11-19 08:40`. */
  start: string;
  /** Whether it has all words of the question. */
  hasAll: boolean;
}

export interface Found {
  /** The first ones: those with all words, then those with some; each best first, then newest first. */
  hits: FoundRecord[];
  /** How many records have all words, and in how many sessions they are. */
  whole: number;
  sessions: number;
  /** How many more have some of the words. */
  partial: number;
  /** How many records of each kind have all words apart from the kinds that the query asks for; empty if it asks for none. */
  kinds: ReadonlyMap<RecordKind, number>;
  /** The stems that were looked for. */
  stems: ReadonlySet<string>;
}

/** The index, open for reading. It must be closed. */
export class RecordIndex extends SessionTable {
  readonly #database: Database;
  readonly #machines: MachineNames;

  constructor(database: Database, machines: MachineNames = NO_MACHINES) {
    database.function('machine', { deterministic: true }, (path) => machineOf(String(path), machines));
    database.function('lowered', { deterministic: true }, (name) => loweredName(String(name ?? '')));
    super(database, machines);
    this.#database = database;
    this.#machines = machines;
  }

  /** The records that match a query, at most `limit` of them. */
  search(query: Query, limit: number): Found {
    return this.#atOnce(() => {
      const { found, ...counts } = rankRecords(this.#database, query, limit);
      const kinds = query.kinds.length === 0 ? new Map<RecordKind, number>() : countKinds(this.#database, query);
      return { ...counts, kinds, hits: this.#recordsAt(found) };
    });
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** Does work that reads several times, so that all of it sees the same state. */
  #atOnce<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN');
    try {
      return work();
    } finally {
      if (this.#database.isTransaction) this.#database.exec('COMMIT');
    }
  }

  #recordsAt(keys: readonly { key: number; hasAll: boolean }[]): FoundRecord[] {
    const find = this.#database.prepare(
      `SELECT r.kind, s.project ->> 'name' AS project, s.name, s.title, r.event, r.anchor, r.tag, s.branch, s.task, r.date, r.time, r.text, r.about,
        s.id, s.path, s.start, s.imported
      FROM records r JOIN sessions s ON s.key = r.key >> ${PLACE_BITS} WHERE r.key = ?`,
    );
    return keys.flatMap(({ key, hasAll }): FoundRecord[] => {
      const row = find.get(key);
      if (!row) return [];
      const text = (column: string) => String(row[column]);
      const machine = machineOf(text('path'), this.#machines);
      const tag = text('tag');
      return [
        {
          ...{
            kind: text('kind') as RecordKind,
            project: text('project'),
            session: text('name'),
            title: text('title'),
          },
          ...{ event: text('event'), anchor: text('anchor'), tag: isTag(tag) ? tag : null },
          ...{ branch: text('branch'), task: text('task'), ...(machine !== '' && { machine }) },
          ...(row.imported !== null && { from: text('imported') }),
          ...{ date: text('date'), time: row.time === null ? null : text('time'), text: text('text') },
          ...(row.about !== null && { about: JSON.parse(text('about')) as AboutObservation }),
          ...{ sessionId: text('id'), start: text('start'), hasAll },
        },
      ];
    });
  }
}
