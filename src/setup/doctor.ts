/**
 * What `chronicle doctor` checks: ten things that recording depends on. Each check says in one sentence how it is, and for
 * each fault what is wrong and how to fix it:
 *
 *     ✗ Installed
 *       Problem: session-chronicle is not installed, so sessions are not recorded.
 *         Fix: chronicle init
 *
 * Checks change nothing; `doctor-fixes.ts` does.
 */
import { checkoutOf } from '../lib/checkout.ts';
import { readConfig } from '../lib/config.ts';
import type { Paths } from '../lib/paths.ts';
import type { Env } from '../lib/env.ts';
import { exclusionOfSession } from '../record/exclusion.ts';
import { endedSessions, files, memory, projects, transcripts, unrecordedSessions } from './check-archive.ts';
import { installed, ownSettings, places, records, runs } from './check-installation.ts';
import { readClaudeSettings } from './claude-settings.ts';
import type { Check, FixName, Looked, UnrecordedSession } from './finding.ts';
import { installationsOf } from './installations.ts';
import { recordingState, scanChronicles } from './recording.ts';
import { chmodSync } from 'node:fs';
import { sentenceOf } from '../lib/chronicle-error.ts';
import { sweepWorkDirectory } from '../lib/lock.ts';
import { counted } from '../lib/text/day.ts';
import { finishKilledSessions } from '../notes/finish-session.ts';
import { queuedSessions } from '../record/harvest-queue.ts';
import { orphans } from '../record/live.ts';
import { drainHarvests } from '#src/import/drain-harvests.ts';
import { packageFiles, planApp, writeApp } from './package-copy.ts';
import { leftovers, lookAtPlaces } from './places.ts';

/** Checks everything that recording depends on, for the project of a directory. `fileProblems` are those of the archive. */
export async function examine(
  env: Env,
  paths: Paths,
  directory: string,
  fileProblems: readonly string[],
): Promise<Check[]> {
  const checkout = checkoutOf(directory);
  const own = readConfig(paths);
  const chronicles = scanChronicles(paths);
  const recorded = new Set(chronicles.map((each) => each.sessionId));
  const isWanted = ({ cwd }: UnrecordedSession) =>
    cwd === null || own.isExcludeLost || exclusionOfSession(checkoutOf(cwd), own, env) === null;
  const looked: Looked = {
    ...{ env, paths, checkout, own, chronicles, fileProblems },
    installations: installationsOf(env, paths, checkout.top),
    settings: readClaudeSettings(paths, checkout.top, env.home),
    recording: recordingState(paths, env.now()),
    unrecorded: (await unrecordedSessions(env, paths, own.config, recorded)).filter(isWanted),
  };
  return CHECKS.map((check) => check(looked));
}

/** In the order in which they are printed. */
const CHECKS: readonly ((looked: Looked) => Check)[] = [
  installed,
  runs,
  records,
  places,
  ownSettings,
  endedSessions,
  transcripts,
  projects,
  memory,
  files,
];

/** What `chronicle doctor --fix` does. None of it loses a record. */

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
