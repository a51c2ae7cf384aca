import { counted, countedEvents } from '../text/day.ts';
import { grouped } from '../value/grouped.ts';

/** How many rows there are of each sort. */
export interface RowCounts {
  events: number;
  found: number;
  observations: number;
}

/** `21 events, 2 observations` */
export function countedRows({ events, found, observations }: RowCounts): string {
  return `${countedEvents(events, found)}${observations > 0 ? `, ${counted(observations, 'observation')}` : ''}`;
}

/** `20 of 26, newest first: 21 events, 2 observations` */
export function listedRows(shown: number, counts: RowCounts): string {
  const all = counts.events + counts.found + counts.observations;
  return `${grouped(Math.min(shown, all))} of ${grouped(all)}, newest first: ${countedRows(counts)}`;
}
