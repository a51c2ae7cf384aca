import type { Fragment } from './finding.ts';
import { doubtful, type Match } from './match.ts';

/** A quotation of several words; a single word is a name or code. */
const QUOTATION = /"([^"\n]{8,400})"|“([^”\n]{8,400})”|«([^»\n]{8,400})»|„([^“\n]{8,400})“/g;

/** Finds what the user said in a correction, which only the user may publish. */
export function quotationDetector({ text, event }: Fragment): Match[] {
  if (event?.tag !== 'USER-CORRECTION') return [];
  return [...text.matchAll(QUOTATION)].flatMap(({ 0: quoted, index }) =>
    /\s/.test(quoted.slice(1, -1).trim())
      ? [doubtful('quoted correction', '…', index + 1, index + quoted.length - 1)]
      : [],
  );
}
