import { TAGS, type Tag } from '../chronicle/tags.ts';
import type { Facts } from './facets.ts';
import { type AboutObservation, KIND_FACTS, RECORD_KINDS, type RecordKind, type SearchRecord } from './record.ts';
import { type TextFile, textFilesOf } from './record-texts.ts';

/**
 * The facets of every record and the titles of their sessions. The search page counts, filters and groups with this
 * before it loads a record. Each record is one character, in the order of the index:
 *
 *     {"sessions": [{"project": "larder", "name": "2026-10-13-lar-28-x", …, "records": "0ddmi3"}], "events": 4, "texts": [6]}
 *
 * Filtering and counting with it take some milliseconds, whatever the query.
 */
export interface SearchTable {
  sessions: TableSession[];
  /** How many records are events, without unconfirmed ones. */
  events: number;
  /** How many records each file of texts has. */
  texts: number[];
}

export interface TableSession {
  project: string;
  name: string;
  title: string;
  branch: string;
  task: string;
  /** The name of its archive; absent if that has none. */
  machine?: string;
  /** The other system that it was imported from; absent if it was not. */
  from?: string;
  /** The date of the first record. */
  date: string;
  records: string;
  /** The records at which the date changes; absent if all have the same. */
  dates?: [from: number, date: string][];
  /** The systems that observations were imported from, by their places; absent without any. */
  origins?: [at: number, system: string][];
  /** What its observations are about, by their places among the records; absent without any. */
  about?: [at: number, type: AboutObservation['type'], scope: AboutObservation['scope'], ...concepts: string[]][];
}

/** A record of the table. */
export interface TableRow extends Facts {
  kind: RecordKind;
  title: string;
}

/** Packs records, and says how many of them are in each file of texts. Those of one session must be adjacent. */
export function tableOf(
  records: readonly SearchRecord[],
  texts: readonly TextFile[] = textFilesOf(records),
): SearchTable {
  const sessions: TableSession[] = [];
  let last: TableSession | undefined;
  let date = '';
  for (const record of records) {
    if (!last || last.project !== record.project || last.name !== record.session) {
      const { project, session: name, title, branch, task, machine, from } = record;
      const place = { ...(machine && { machine }), ...(from && { from }) };
      last = { project, name, title, branch, task, ...place, date: record.date, records: '' };
      date = record.date;
      sessions.push(last);
    }
    if (record.date !== date) {
      date = record.date;
      last.dates = [...(last.dates ?? []), [last.records.length, date]];
    }
    if (record.about) {
      const { type, scope, concepts, from } = record.about;
      if (from !== undefined && from !== record.from)
        last.origins = [...(last.origins ?? []), [last.records.length, from]];
      last.about = [...(last.about ?? []), [last.records.length, type, scope, ...concepts]];
    }
    last.records += letterOf(record);
  }
  return {
    sessions,
    events: records.filter(({ kind }) => kind === 'event').length,
    texts: texts.map(({ length }) => length),
  };
}

/** The rows of a table, in the order of the index. Those of a session that do not differ are the same object. */
export function rowsOf({ sessions }: Pick<SearchTable, 'sessions'>): TableRow[] {
  return sessions.flatMap(
    ({ records, dates = [], origins = [], about: described = [], name, date: first, ...common }) => {
      const changes = new Map(dates);
      const systems = new Map(origins);
      const abouts = new Map(described.map(([at, type, scope, ...concepts]) => [at, { type, scope, concepts }]));
      let date = first;
      const alike = new Map<string, TableRow>();
      return Array.from(records, (letter, at): TableRow => {
        const changed = changes.get(at);
        if (changed !== undefined) {
          date = changed;
          alike.clear();
        }
        const about = abouts.get(at);
        const known = about ? undefined : alike.get(letter);
        if (known) return known;
        const from = systems.get(at);
        const named = about && { about: { ...about, ...(from !== undefined && { from }) } };
        const row = { ...common, ...factsOf(letter), session: name, date, ...named };
        if (!about) alike.set(letter, row);
        return row;
      });
    },
  );
}

/** Passed for records without a tag; their letter does not depend on it. */
const NO_TAG: Tag = 'DECISION';

const FACTS = new Map(
  RECORD_KINDS.flatMap((kind): [letter: string, Pick<TableRow, 'kind' | 'tag'>][] => {
    const { isTagged, letter } = KIND_FACTS[kind];
    return isTagged ? TAGS.map((tag) => [letter(tag), { kind, tag }]) : [[letter(NO_TAG), { kind, tag: null }]];
  }),
);

function letterOf({ kind, tag }: SearchRecord): string {
  return KIND_FACTS[kind].letter(tag ?? NO_TAG);
}

function factsOf(letter: string): Pick<TableRow, 'kind' | 'tag'> {
  return FACTS.get(letter) ?? { kind: 'event', tag: null };
}
