import type { Fragment } from './finding.ts';
import { doubtful, type Match } from './match.ts';

/** A quotation of several words; a single word is a name or code. */
const QUOTATION = /"([^"\n]{8,400})"|“([^”\n]{8,400})”|«([^»\n]{8,400})»|„([^“\n]{8,400})“/g;

const WHY = 'quotes a person, and only that person may publish it';

/**
 * Finds what the user said to the agent, which only the user may publish: quotations in a correction, and block quotes in a
 * draft, since a new draft begins with a prompt.
 */
export function quotationDetector({ text, event, isQuoted = false }: Fragment): Match[] {
  if (isQuoted && /\S\s+\S/.test(text)) {
    const start = text.length - text.trimStart().length;
    return [doubtful('block quote', '…', start, start + text.trim().length, WHY)];
  }
  if (event?.tag !== 'USER-CORRECTION') return [];
  return [...text.matchAll(QUOTATION)].flatMap(({ 0: quoted, index }) =>
    /\s/.test(quoted.slice(1, -1).trim())
      ? [doubtful('quoted correction', '…', index + 1, index + quoted.length - 1, WHY)]
      : [],
  );
}
