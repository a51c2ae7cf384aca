import { counted } from './day.ts';

/** `21 events`, `21 events and 3 candidates`, or `3 candidates` alone: candidates are never counted as events. */
export function countedEvents(events: number, candidates: number): string {
  if (candidates === 0) return counted(events, 'event');
  const apart = counted(candidates, 'candidate');
  return events === 0 ? apart : `${counted(events, 'event')} and ${apart}`;
}
