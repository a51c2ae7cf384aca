import { TAG_WORDS } from '../../chronicle/tags.ts';
import { dayRange } from '../../text/day.ts';
import type { Lanes } from './lanes.ts';

/** The numbers that lanes show: a row a column that has events, newest first, as a table has them. */
export function laneTable({ columns, lanes }: Lanes): { header: string[]; rows: (string | number)[][] } {
  const rows = columns.map(({ first, last }, i) => [
    dayRange(first, last),
    ...lanes.map(({ perColumn }) => perColumn[i] ?? 0),
  ]);
  return {
    header: ['Days', ...lanes.map(({ tag }) => TAG_WORDS[tag].label)],
    rows: rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell > 0)).reverse(),
  };
}
