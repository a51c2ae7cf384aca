import { ruleState } from '../effect/memory-standing.ts';
import type { BookEntry } from './memory-book.ts';

export interface ListPage {
  /** From 1. */
  number: number;
  of: number;
  /** `/memory/all/2/` */
  address: string;
  entries: readonly BookEntry[];
}

const ON_PAGE = 50;

/** The pages of all memories, in the order of the book, deleted ones last. */
export function memoryList(entries: readonly BookEntry[]): ListPage[] {
  const exists = ({ standing }: BookEntry) => standing.exists;
  const all = [...entries.filter(exists), ...entries.filter((entry) => !exists(entry))];
  const of = Math.ceil(all.length / ON_PAGE);
  return Array.from({ length: of }, (_, i) => ({
    number: i + 1,
    of,
    address: i === 0 ? '/memory/all/' : `/memory/all/${i + 1}/`,
    entries: all.slice(i * ON_PAGE, (i + 1) * ON_PAGE),
  }));
}

type Field = string | number | null;

/** Every memory with its figures, one row each, for the CSV file. */
export function memoriesTable(entries: readonly BookEntry[]): { header: string[]; rows: Field[][] } {
  return { header: Object.keys(COLUMNS), rows: entries.map((entry) => Object.values(COLUMNS).map((of) => of(entry))) };
}

const COLUMNS: Record<string, (entry: BookEntry) => Field> = {
  project: ({ standing }) => standing.history.project.slug,
  file: ({ standing }) => standing.history.file,
  type: ({ text }) => text?.type ?? null,
  exists: ({ standing }) => (standing.exists ? 'yes' : 'no'),
  written: ({ standing }) => standing.history.born?.at ?? null,
  dated_by: ({ standing }) => (standing.history.born ? (standing.history.born.isFileDate ? 'file' : 'ledger') : null),
  sessions_before: ({ standing }) => standing.sessions.before,
  sessions_since: ({ standing }) => standing.sessions.since,
  sessions_missed_before: ({ standing }) => standing.missed.before,
  sessions_missed_since: ({ standing }) => standing.missed.since,
  misses_before: ({ standing }) => standing.before.length,
  misses_since: ({ standing }) => standing.since.length,
  misses_per_10_before: ({ standing }) => rounded(standing.effect.rates.before),
  misses_per_10_since: ({ standing }) => rounded(standing.effect.rates.since),
  hits: ({ standing }) => standing.hits.length,
  ratio: ({ standing }) => rounded(standing.effect.ratio?.estimate),
  ratio_low_90: ({ standing }) => rounded(standing.effect.ratio?.low),
  ratio_high_90: ({ standing }) => rounded(standing.effect.ratio?.high),
  state: ({ standing }) => ruleState(standing),
  verdict: ({ standing }) => standing.effect.verdict,
  last_written: ({ standing }) => standing.now?.at ?? null,
  misses_since_last_written: ({ standing }) => standing.now?.misses.length ?? null,
};

function rounded(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Number(value.toFixed(3)) : null;
}
