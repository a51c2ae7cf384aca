import { counted, countedEvents } from '../lib/text/day.ts';

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
