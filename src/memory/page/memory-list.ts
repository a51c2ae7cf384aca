import { ruleState } from '../effect/memory-standing.ts';
import type { BookEntry } from './memory-book.ts';

/** The list of memories: the first ones on the memory page, and if there are more, all on pages of their own. */
interface MemoryList {
  front: readonly BookEntry[];
  /** Empty if the memory page shows all. */
  pages: ListPage[];
}

export interface ListPage {
  /** From 1. */
  number: number;
  of: number;
  /** `/memory/all/2/` */
  address: string;
  entries: readonly BookEntry[];
}

/** Among other sections on the memory page. */
const ON_FRONT = 20;
const ON_PAGE = 50;

/** The list in the order of the book, deleted memories last. */
export function memoryList(entries: readonly BookEntry[]): MemoryList {
  const exists = ({ standing }: BookEntry) => standing.exists;
  const all = [...entries.filter(exists), ...entries.filter((entry) => !exists(entry))];
  if (all.length <= ON_FRONT) return { front: all, pages: [] };
  const of = Math.ceil(all.length / ON_PAGE);
  const pages = Array.from({ length: of }, (_, i) => ({
    number: i + 1,
    of,
    address: i === 0 ? '/memory/all/' : `/memory/all/${i + 1}/`,
    entries: all.slice(i * ON_PAGE, (i + 1) * ON_PAGE),
  }));
  return { front: all.slice(0, ON_FRONT), pages };
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
