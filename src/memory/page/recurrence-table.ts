import { counted } from '#src/text/day.ts';
import type { Recurrence } from '../effect/recurrence.ts';

/** The numbers of the recurrence curve, for the table below it and for the file. */
export function recurrenceTable({ steps }: Pick<Recurrence, 'steps'>): (readonly number[])[] {
  return steps.map(({ sessions, atRisk, events, share, low, high }) => [
    sessions,
    atRisk,
    events,
    ...[share, low, high].map((each) => Number(each.toFixed(3))),
  ]);
}

/** `4 of 11 mistakes came back after their memory was written; half of them within 31 sessions.` */
export function recurrenceSentence({ groups, cameBack, median, longest }: Recurrence): string {
  const followed = `followed for up to ${counted(longest, 'session')}`;
  if (cameBack === 0)
    return `None of ${counted(groups, 'mistake')} came back after its memory was written, ${followed}.`;
  const share = `${cameBack.toLocaleString('en-GB')} of ${counted(groups, 'mistake')} came back after the memory was written, ${followed}.`;
  const half =
    median === null
      ? 'More than half stayed away as long as they were followed.'
      : `By the curve, half are back after ${counted(median, 'session')}.`;
  return `${share} ${half}`;
}
