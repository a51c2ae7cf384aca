/** What `chronicle doctor --fix` does. None of it loses a record. */
import { chmodSync } from 'node:fs';
import { sentenceOf } from '../lib/chronicle-error.ts';
import { readConfig } from '../lib/config.ts';
import { sweepWorkDirectory } from '../lib/lock.ts';
import type { Paths } from '../lib/paths.ts';
import { counted } from '../lib/text/day.ts';
import type { Env } from '../lib/env.ts';
import { finishKilledSessions } from '../notes/finish-session.ts';
import { queuedSessions } from '../record/harvest-queue.ts';
import { orphans } from '../record/live.ts';
import { drainHarvests } from '#src/import/drain-harvests.ts';
import type { FixName } from './finding.ts';
import { packageFiles, planApp, writeApp } from './package-copy.ts';
import { leftovers, lookAtPlaces } from './places.ts';

/** Finishing works for half a second at a time; many killed sessions need several. */
const MOST_ROUNDS = 100;

/** Called before each session whose transcripts are read, with how many were before it. */
type Reading = (done: number, of: number) => void;

/** Applies a fix and returns a sentence about what it did, or why it failed. */
export async function applyFix(fix: FixName, env: Env, paths: Paths, progress: Reading): Promise<string> {
  try {
    return await FIXES[fix](env, paths, progress);
  } catch (error) {
    return `Not fixed: ${sentenceOf(error)}`;
  }
}

const FIXES: Record<FixName, (env: Env, paths: Paths, progress: Reading) => string | Promise<string>> = {
  modes: (_, paths) => {
    const { open } = lookAtPlaces(paths);
    for (const path of open) chmodSync(path, 0o700);
    return `Made private: ${counted(open.length, 'directory', 'directories')}.`;
  },
  unfinished: async (env, paths, progress) => {
    const killed = orphans(paths, env.host).length;
    for (let left = killed, n = 0; left > 0 && n < MOST_ROUNDS; n++) {
      const [failure] = finishKilledSessions(paths, env, readConfig(paths), '').failures;
      if (failure !== undefined) throw failure;
      const now = orphans(paths, env.host).length;
      if (now === left) break;
      left = now;
    }
    const queued = queuedSessions(paths).length;
    await drainHarvests(env, paths, { progress });
    const finished = killed - orphans(paths, env.host).length;
    const read = queued - queuedSessions(paths).length;
    const done = finished > 0 ? `Finished: ${counted(finished, 'session')}. ` : '';
    return `${done}Read: the transcripts of ${counted(read, 'session')}.`;
  },
  leftovers: (_, paths) => {
    const { directories, count } = leftovers(paths);
    for (const directory of directories) sweepWorkDirectory(directory);
    return `Deleted: ${counted(count - leftovers(paths).count, 'temporary file or lock', 'temporary files and locks')}.`;
  },
  app: (_, paths) => {
    const plan = planApp(paths, packageFiles(), process.execPath);
    const count = plan.writes.size + plan.removes.length;
    writeApp(paths, plan);
    return count > 0 ? `Updated: ${counted(count, 'file')} in ${paths.app}.` : `${paths.app} is up to date.`;
  },
};
