/** What `chronicle doctor --fix` does. None of it loses a record. */
import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { sweepWorkDirectory } from '#src/lib/lock.ts';
import { readConfig } from '#src/lib/config.ts';
import { insideOf, withoutBuild } from '#src/setup/forget/derived-files.ts';
import { drainHarvests } from '#src/transcript/drain-harvests.ts';
import { planApp, writeApp } from '#src/setup/app-copy.ts';
import { packageFiles } from '#src/setup/package-files.ts';
import { queuedSessions } from '#src/record/harvest-queue.ts';
import { orphans } from '#src/record/live.ts';
import { requireWithin } from '#src/lib/private-directory.ts';
import type { World } from '#src/lib/world.ts';
import { finishKilledSessions } from '#src/notes/finish-session.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { type Layout, setAsideLog } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import type { FixName } from './finding.ts';
import { filesLookedAt, leftovers } from './private-places.ts';

/** Finishing works for half a second at a time; many killed sessions need several. */
const MOST_ROUNDS = 100;

/** Called before each session whose transcripts are read, with how many were before it. */
type Reading = (done: number, of: number) => void;

/** Applies a fix and returns a sentence about what it did, or why it failed. */
export async function applyFix(fix: FixName, world: World, layout: Layout, progress: Reading): Promise<string> {
  try {
    return await FIXES[fix](world, layout, progress);
  } catch (error) {
    return `Not fixed: ${sentenceOf(error)}`;
  }
}

const FIXES: Record<FixName, (world: World, layout: Layout, progress: Reading) => string | Promise<string>> = {
  modes: (_, layout) => {
    const { open } = filesLookedAt(layout);
    for (const { path } of open) makePrivate(path);
    return `Made private: ${counted(open.length, 'file or directory', 'files and directories')}.`;
  },
  unfinished: async (world, layout, progress) => {
    const killed = orphans(layout, world.host).length;
    for (let left = killed, n = 0; left > 0 && n < MOST_ROUNDS; n++) {
      const [failure] = finishKilledSessions(layout, world, readConfig(layout), '').failures;
      if (failure !== undefined) throw failure;
      const now = orphans(layout, world.host).length;
      if (now === left) break;
      left = now;
    }
    const queued = queuedSessions(layout).length;
    await drainHarvests(world, layout, { progress });
    const finished = killed - orphans(layout, world.host).length;
    const read = queued - queuedSessions(layout).length;
    const done = finished > 0 ? `Finished: ${counted(finished, 'session')}. ` : '';
    return `${done}Read: the transcripts of ${counted(read, 'session')}.`;
  },
  leftovers: (_, layout) => {
    const { directories, count } = leftovers(layout);
    for (const directory of directories) sweepWorkDirectory(directory);
    return `Deleted: ${counted(count - leftovers(layout).count, 'temporary file or lock', 'temporary files and locks')}.`;
  },
  cache: (_, layout) => {
    requireWithin(layout.cache, layout.config);
    return withoutBuild(layout, async () => {
      for (const path of insideOf(layout, layout.cache)) rmSync(path, { recursive: true, force: true });
      return `Deleted: the caches in ${layout.cache}.`;
    });
  },
  app: (_, layout) => {
    const plan = planApp(layout, packageFiles(), process.execPath);
    const count = plan.writes.size + plan.removes.length;
    writeApp(layout, plan);
    return count > 0 ? `Updated: ${counted(count, 'file')} in ${layout.app}.` : `${layout.app} is up to date.`;
  },
  log: (_, layout) => {
    requireWithin(layout.state, layout.config);
    renameSync(layout.failureLog, setAsideLog(layout));
    return `Archived: ${layout.failureLog} as ${setAsideLog(layout)}.`;
  },
};

function makePrivate(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) chmodSync(path, 0o700);
  else if (stats?.isFile()) chmodSync(path, 0o600);
}
