/** When a project was last asked to condense its observations: a time in a small file named by a digest. */
import type { Layout } from '#src/project/paths.ts';
import { DAY_MS } from '#src/value/calendar-day.ts';
import { sha1 } from '#src/value/sha1.ts';
import { readBeginning } from '../disk/read-file.ts';
import { writeSmallFile } from './index-entry.ts';

const LARGEST = 64;
/** A project is asked once in this time (ms). */
const PAUSE = DAY_MS;

function pathOf({ observer }: Pick<Layout, 'observer'>, projectDirectory: string): string {
  return `${observer}/reflected-${sha1(projectDirectory).slice(0, 20)}`;
}

/** Whether a project was not asked within a day. */
export function isReflectionDue(layout: Pick<Layout, 'observer'>, projectDirectory: string, now: Date): boolean {
  const asked = Date.parse(readBeginning(pathOf(layout, projectDirectory), LARGEST)?.trim() ?? '');
  return Number.isNaN(asked) || Math.abs(now.getTime() - asked) >= PAUSE;
}

/** Notes that it is asked now. */
export function noteReflection(layout: Layout, projectDirectory: string, now: Date): void {
  writeSmallFile(layout, pathOf(layout, projectDirectory), `${now.toISOString()}\n`);
}
