import { chmodSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import type { FixName } from '#src/doctor/health-finding.ts';
import { sweepWorkDirectory } from '#src/lib/lock.ts';
import { finishKilledSessions } from '#src/notes/finish-session.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { setAsideLog } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import { readConfig } from '../config.ts';
import { insideOf, withoutBuild } from '../forget/derived-files.ts';
import { drainHarvests } from '../import/drain-harvests.ts';
import { planApp, writeApp } from '../install/app-copy.ts';
import { packageFiles } from '../install/package-files.ts';
import { queuedSessions } from '../session/harvest-queue.ts';
import { orphans } from '../session/live.ts';
import { requireWithin } from '../store/private-directory.ts';
import type { World } from '../world.ts';
import { indexLeftovers, leftovers } from './disk-facts.ts';
import { permissionFacts } from './permission-facts.ts';

/** One sweep works for half a second; many unfinished sessions need several. */
const MOST_SWEEPS = 100;

/** Called before each session whose transcripts are read, with how many were before it. */
export type Reading = (done: number, of: number) => void;

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
    const { open } = permissionFacts(layout);
    for (const { path } of open) close(path);
    return `Made private: ${counted(open.length, 'file or directory', 'files and directories')}.`;
  },
  unfinished: async (world, layout, progress) => {
    const before = orphans(layout, world.host).length;
    for (let left = before, n = 0; left > 0 && n < MOST_SWEEPS; n++) {
      const [failure] = finishKilledSessions(layout, world, readConfig(layout), '').failures;
      if (failure !== undefined) throw failure;
      const now = orphans(layout, world.host).length;
      if (now === left) break;
      left = now;
    }
    await drainHarvests(world, layout, { progress });
    return `Finished: ${counted(before - orphans(layout, world.host).length, 'session')}.`;
  },
  leftovers: (_, layout) => {
    const { directories, count } = leftovers(layout);
    for (const directory of directories) sweepWorkDirectory(directory);
    return `Deleted: ${counted(count - leftovers(layout).count, 'temporary file or lock', 'temporary files and locks')}.`;
  },
  index: (_, layout) => {
    requireWithin(layout.byId, layout.config);
    const entries = indexLeftovers(layout);
    for (const sessionId of entries) unlinkSync(`${layout.byId}/${sessionId}`);
    return `Deleted: ${counted(entries.length, 'index entry', 'index entries')}.`;
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
  harvest: async (world, layout, progress) => {
    const before = queuedSessions(layout).length;
    await drainHarvests(world, layout, { progress });
    return `Read: the transcripts of ${counted(before - queuedSessions(layout).length, 'session')}.`;
  },
  log: (_, layout) => {
    requireWithin(layout.state, layout.config);
    renameSync(layout.failureLog, setAsideLog(layout));
    return `Archived: ${layout.failureLog} as ${setAsideLog(layout)}.`;
  },
};

function close(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) chmodSync(path, 0o700);
  else if (stats?.isFile()) chmodSync(path, 0o600);
}
