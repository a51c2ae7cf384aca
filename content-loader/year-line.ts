import { readBeginning } from '#src/node/disk/read-file.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';
import { yearLinePath } from '#src/project/paths.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { currentSnapshot } from './current-archive.ts';

/** A sentence, not an essay (bytes, and characters shown). */
const READ = 4000;
const SHOWN = 300;

/** The first line that the owner wrote about a year (`2026`); empty without one, and in the sample. Untrusted text. */
export function yearLine(year: string): string {
  if (currentSnapshot().origin === 'sample') return '';
  const text = readBeginning(yearLinePath(layoutIn(realWorld()), year), READ) ?? '';
  const line = text.split('\n').find((each) => each.trim() !== '' && !each.startsWith('#')) ?? '';
  return clip(oneLine(line), SHOWN);
}
