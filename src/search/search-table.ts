import { TAGS, type Tag } from '../chronicle/tags.ts';
import type { Facts } from './facets.ts';
import { KIND_FACTS, RECORD_KINDS, type SearchRecord } from './record.ts';

/**
 * What the search page knows of every record before it loads one: its facts, and its session's title. Counting,
 * narrowing and grouping need no more. A letter a record, in the order in which the records were indexed:
 *
 *     {"sessions": [{"project": "larder", "name": "2026-10-13-lar-28-x", …, "records": "ddmiS"}]}
 *
 * Pagefind could filter and count by itself. At 20,000 events its filters are 300 kB to load and a common word takes
 * 0.6 s with them; this is 30 kB, compressed, and a few milliseconds, and it can count what Pagefind cannot
 * ask in one search: a phrase beside words, and words that must not stand.
 */
export interface SearchTable {
  sessions: TableSession[];
}

export interface TableSession {
  project: string;
  name: string;
  title: string;
  branch: string;
  task: string;
  /** The date of the first record. */
  date: string;
  records: string;
  /** From which record on another date holds; left out where all have the same. */
  dates?: [from: number, date: string][];
}

/** A record as the table has it. */
export interface TableRow extends Facts {
  title: string;
}

/** Packs records; those of a session have to stand together. */
export function tableOf(records: readonly SearchRecord[]): SearchTable {
  const sessions: TableSession[] = [];
  let last: TableSession | undefined;
  let date = '';
  for (const record of records) {
    if (!last || last.project !== record.project || last.name !== record.session) {
      const { project, session: name, title, branch, task } = record;
      last = { project, name, title, branch, task, date: record.date, records: '' };
      date = record.date;
      sessions.push(last);
    }
    if (record.date !== date) {
      date = record.date;
      last.dates = [...(last.dates ?? []), [last.records.length, date]];
    }
    last.records += letterOf(record);
  }
  return { sessions };
}

/** The rows of a table, in the order in which its records were indexed. */
export function rowsOf({ sessions }: SearchTable): TableRow[] {
  return sessions.flatMap(({ records, dates = [], name: session, date: first, ...common }) => {
    const changes = new Map(dates);
    let date = first;
    return Array.from(records, (letter, at) => {
      date = changes.get(at) ?? date;
      return { ...common, ...factsOf(letter), session, date };
    });
  });
}

/** Given where there is no tag, and of no account there. */
const NO_TAG: Tag = 'DECISION';

const FACTS = new Map(
  RECORD_KINDS.flatMap((kind): [letter: string, Pick<Facts, 'kind' | 'tag'>][] => {
    const { isTagged, letter } = KIND_FACTS[kind];
    return isTagged ? TAGS.map((tag) => [letter(tag), { kind, tag }]) : [[letter(NO_TAG), { kind, tag: null }]];
  }),
);

function letterOf({ kind, tag }: SearchRecord): string {
  return KIND_FACTS[kind].letter(tag ?? NO_TAG);
}

function factsOf(letter: string): Pick<Facts, 'kind' | 'tag'> {
  return FACTS.get(letter) ?? { kind: 'event', tag: null };
}
