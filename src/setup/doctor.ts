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
import { endedSessions, files, memory, projects, transcripts } from './check-archive.ts';
import { installed, ownSettings, places, records, runs } from './check-installation.ts';
import { readClaudeSettings } from './claude-settings.ts';
import type { Check, Looked } from './finding.ts';
import { installationsOf } from './installations.ts';
import { recordingState, scanChronicles } from './recording.ts';
import { type UnrecordedSession, unrecordedSessions } from './unrecorded-sessions.ts';

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
