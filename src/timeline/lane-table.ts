import { TAG_WORDS } from '../chronicle/tags.ts';
import { dayRange } from '../text/day.ts';
import type { Lanes } from './lanes.ts';

/**
 * The numbers that lanes show: a row a column that has events, newest first, as a table has them. Candidates of all
 * tags have a column of their own where there are some.
 */
export function laneTable({ columns, lanes }: Lanes): { header: string[]; rows: (string | number)[][] } {
  const hasCandidates = lanes.some(({ candidates }) => candidates > 0);
  const rows = columns.map(({ first, last }, i) => [
    dayRange(first, last),
    ...lanes.map(({ perColumn }) => perColumn[i] ?? 0),
    ...(hasCandidates ? [lanes.reduce((sum, lane) => sum + (lane.candidatesPerColumn[i] ?? 0), 0)] : []),
  ]);
  return {
    header: ['Days', ...lanes.map(({ tag }) => TAG_WORDS[tag].label), ...(hasCandidates ? ['Candidates'] : [])],
    rows: rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell > 0)).reverse(),
  };
}
