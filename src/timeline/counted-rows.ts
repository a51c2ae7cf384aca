import { counted, countedEvents } from '../text/day.ts';
import { grouped } from '../value/grouped.ts';

/** How many rows there are of each sort. */
export interface RowCounts {
  events: number;
  candidates: number;
  observations: number;
}

/** `21 events (3 more unconfirmed), 2 observations` */
export function countedRows({ events, candidates, observations }: RowCounts): string {
  return `${countedEvents(events, candidates)}${observations > 0 ? `, ${counted(observations, 'observation')}` : ''}`;
}

/** `20 of 26, newest first: 21 events (3 more unconfirmed), 2 observations` */
export function listedRows(shown: number, counts: RowCounts): string {
  const all = counts.events + counts.candidates + counts.observations;
  return `${grouped(Math.min(shown, all))} of ${grouped(all)}, newest first: ${countedRows(counts)}`;
}
