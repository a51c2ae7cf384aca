import type { Recurrence } from '../memory/effect/recurrence.ts';
import type { Drawing } from './drawing.ts';
import { recurrenceCurve } from './recurrence-curve.ts';

export const RECURRENCE_TITLE = 'How long mistakes stay away';

/** The recurrence curve, as the memory page and the file beside it show it. */
export function recurrenceChart({ steps, longest }: Pick<Recurrence, 'steps' | 'longest'>): Drawing {
  return recurrenceCurve(RECURRENCE_TITLE, steps, longest);
}
