import type { Fragment } from './finding.ts';
import { doubtful, type Match } from './match.ts';

/** A quotation of several words; a single one is a name or a piece of code. */
const QUOTATION = /"([^"\n]{8,400})"|“([^”\n]{8,400})”|«([^»\n]{8,400})»|„([^“\n]{8,400})“/g;

/** Finds the words of the user in a correction: whether they are published is the user's to say. */
export function quotationDetector({ text, event }: Fragment): Match[] {
  if (event?.tag !== 'USER-CORRECTION') return [];
  return [...text.matchAll(QUOTATION)].flatMap(({ 0: quoted, index }) =>
    /\s/.test(quoted.slice(1, -1).trim())
      ? [doubtful('quoted correction', '…', index + 1, index + quoted.length - 1)]
      : [],
  );
}
