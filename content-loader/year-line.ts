import { readYearLine } from '#src/node/archive/year-line.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';
import { clip } from '#src/text/clip.ts';
import { currentSnapshot } from './current-archive.ts';

/** How much of it a page shows (characters). */
const SHOWN = 300;

/** What the owner wrote about a year (`2026`), in one line; empty without it, and in the sample. Untrusted text. */
export function yearLine(year: string): string {
  if (currentSnapshot().origin === 'sample') return '';
  return clip(readYearLine(layoutIn(realWorld()), year), SHOWN);
}
