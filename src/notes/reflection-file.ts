/** When a project, named by its main checkout, was last asked to condense its observations: a time in a small file named by a digest. */
import type { Layout } from '#src/lib/paths.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { sha1 } from '#src/lib/sha1.ts';
import { readBeginning } from '../lib/read-file.ts';
import { writeSmallFile } from '../record/index-entry.ts';

const LARGEST = 64;
/** A project is asked once in this time (ms). */
const PAUSE = DAY_MS;

function pathOf({ observer }: Pick<Layout, 'observer'>, root: string): string {
  return `${observer}/reflected-${sha1(root).slice(0, 20)}`;
}

/** Whether a project was not asked within a day. */
export function isReflectionDue(layout: Pick<Layout, 'observer'>, root: string, now: Date): boolean {
  const asked = Date.parse(readBeginning(pathOf(layout, root), LARGEST)?.trim() ?? '');
  return Number.isNaN(asked) || Math.abs(now.getTime() - asked) >= PAUSE;
}

/** Notes that it is asked now. */
export function noteReflection(layout: Layout, root: string, now: Date): void {
  writeSmallFile(layout, pathOf(layout, root), `${now.toISOString()}\n`);
}
