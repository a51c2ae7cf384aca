import { readBeginning } from '#src/node/disk/read-file.ts';
import { type Layout, yearLinePath } from '#src/project/paths.ts';
import { oneLine } from '#src/text/clip.ts';
import { visibleText } from '#src/text/visible.ts';

/** A sentence, not an essay (bytes). */
const READ = 4000;

/** The first line that the owner wrote about a year (`2026`), without headings; empty without one. Untrusted text. */
export function readYearLine(layout: Layout, year: string): string {
  const text = readBeginning(yearLinePath(layout, year), READ) ?? '';
  return oneLine(
    visibleText(text)
      .split(/\r?\n/)
      .find((each) => each.trim() !== '' && !each.startsWith('#')) ?? '',
  );
}
