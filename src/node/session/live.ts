import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { isSessionId } from '../../chronicle/session-id.ts';
import type { Layout } from '../../project/paths.ts';
import { requireWithin } from '../store/private-directory.ts';
import { readBeginning } from '../store/read-file.ts';
import { type HostMark, isRunning, markOf, readMark } from '../store/running-process.ts';
import type { World } from '../world.ts';
import { writeSmallFile } from './index-entry.ts';

/** What hooks keep about a session while it lives: one file a session, the only such state. */
interface LiveState extends HostMark {
  /** UTC. */
  since: string;
}

const LARGEST_STATE = 4096;

/** An entry that cannot be read may be about to be written, unless it is older than this (ms). */
const BEING_WRITTEN = 10_000;

/** Notes that a session is running, and in which process. */
export function writeLive(layout: Layout, sessionId: string, world: World): void {
  const pid = Number(world.env.CLAUDE_PID) || world.parentPid;
  const state: LiveState = { ...markOf(pid), host: world.host, since: world.now().toISOString() };
  writeSmallFile(layout, `${layout.live}/${sessionId}`, `${JSON.stringify(state)}\n`);
}

/** Notes that a session is over. Deletes nothing where a link leads out of <config>. */
export function removeLive(layout: Layout, sessionId: string): void {
  try {
    requireWithin(layout.live, layout.config);
    unlinkSync(`${layout.live}/${sessionId}`);
  } catch {
    // It had none, or a sweep was faster.
  }
}

/** Sessions of this host whose process is gone although they were never ended; an entry that cannot be read counts as one. */
export function orphans(layout: Layout, host: string): string[] {
  let names: string[];
  try {
    names = readdirSync(layout.live);
  } catch {
    return [];
  }
  return names.filter((name) => isSessionId(name) && isOrphan(layout, name, host));
}

function isOrphan(layout: Layout, sessionId: string, host: string): boolean {
  const path = `${layout.live}/${sessionId}`;
  const mark = readMark(readBeginning(path, LARGEST_STATE) ?? '');
  if (mark) return mark.host === host && !isRunning(mark);
  const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Date.now() - written > BEING_WRITTEN;
}
