/**
 * What `chronicle doctor` checks: ten things that recording depends on. Each check says in one sentence how it is, or what
 * is wrong and how to fix it:
 *
 *     ✗ Installed
 *       Problem: session-chronicle is not installed, so sessions are not recorded.
 *         Fix: chronicle init
 *
 * A check that finds several faults names the worst. Checks change nothing; fixes do.
 */
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { readQueuedTranscripts } from '#src/import/transcript-queue.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { readConfig } from '#src/lib/config.ts';
import type { Env } from '#src/lib/env.ts';
import { deleteLeftovers } from '#src/lib/lock.ts';
import type { Paths } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { finishKilledSessions } from '#src/notes/finish-session.ts';
import { queuedSessions } from '#src/record/harvest-queue.ts';
import { orphans } from '#src/record/live.ts';
import { endedSessions, files, memory, projects, transcripts } from './check-archive.ts';
import { installed, ownSettings, places, records, runs } from './check-installation.ts';
import { readClaudeSettings } from './claude-settings.ts';
import type { Check, Finding, FixName, Looked } from './finding.ts';
import { leftovers, ownFiles } from './forget/own-files.ts';
import { installationsOf } from './installations.ts';
import { packageFiles, planApp, writeApp } from './package-copy.ts';
import { lookAtPlaces } from './places.ts';
import { recordingState, scanChronicles } from './recording.ts';

/** In the order in which they are printed. */
const CHECKS: Record<string, (looked: Looked) => string | Finding> = {
  Installed: installed,
  Runs: runs,
  Records: records,
  Places: places,
  Settings: ownSettings,
  'Ended sessions': endedSessions,
  Transcripts: transcripts,
  Projects: projects,
  Memory: memory,
  Files: files,
};

/** Checks everything that recording depends on, for the project of the working directory. `fileProblems` are those of the archive. */
export function examine(env: Env, paths: Paths, fileProblems: readonly string[]): Check[] {
  const checkout = checkoutOf(env.cwd);
  const settings = readClaudeSettings(paths, checkout.top, env.home);
  const looked: Looked = {
    ...{ env, paths, checkout, fileProblems },
    own: readConfig(paths),
    chronicles: scanChronicles(paths),
    installations: installationsOf(env, paths, checkout.top, settings),
    settings,
    recording: recordingState(paths, env.now()),
  };
  return Object.entries(CHECKS).map(([name, check]) => ({ name, result: check(looked) }));
}

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

/** What `chronicle doctor --fix` does. None of it loses a record. */
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
    await readQueuedTranscripts(env, paths, { progress });
    const finished = killed - orphans(paths, env.host).length;
    const read = queued - queuedSessions(paths).length;
    const done = finished > 0 ? `Finished: ${counted(finished, 'session')}. ` : '';
    return `${done}Read: the transcripts of ${counted(read, 'session')}.`;
  },
  leftovers: (_, paths) => {
    const left = () => leftovers(paths, ownFiles(paths));
    const before = left();
    for (const directory of new Set(before.map((path) => dirname(dirname(path))))) deleteLeftovers(directory);
    return `Deleted: ${counted(before.length - left().length, 'temporary file or lock', 'temporary files and locks')}.`;
  },
  app: (_, paths) => {
    const plan = planApp(paths, packageFiles(), process.execPath);
    const count = plan.writes.size + plan.removes.length;
    writeApp(paths, plan);
    return count > 0 ? `Updated: ${counted(count, 'file')} in ${paths.app}.` : `${paths.app} is up to date.`;
  },
};
