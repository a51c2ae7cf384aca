/**
 * A session starts or continues: Claude Code calls this hook at startup and after resume, clear, compact and fork.
 *
 *     {"session_id": "3f6c…", "source": "startup", "cwd": "/home/me/project"}
 *
 * The hook finds the session's chronicle by its id or creates it, exports its path to the session's shell, finishes sessions
 * that were killed, and prints what the agent is told.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { readBeginning } from '#src/lib/read-file.ts';
import { branchOf } from '#src/lib/checkout.ts';
import { HARVESTER, isHarvestLeft, startHarvester } from '#src/record/harvest-queue.ts';
import { findOrCreateChronicle } from '#src/record/begin-chronicle.ts';
import { placeOf } from '#src/record/find.ts';
import { orphans } from '#src/record/live.ts';
import type { Env } from '#src/lib/env.ts';
import { brokenLine, readLookup } from '#src/memory/lookup.ts';
import { toldAtStart } from '#src/notes/start-context.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { memoryPlace, type Paths } from '#src/lib/paths.ts';
import { installerOf } from '#src/record/payload.ts';
import { reminder } from '#src/record/reminder.ts';
import { shellWord } from '#src/lib/words.ts';
import { contextFor, hook, type HookSession, hookSession } from './run.ts';

/** Far larger than what hooks write to the environment file (bytes). */
const LARGEST = 64 * 1024;

/**
 * Makes sure that the session has a chronicle, and prints what the agent is told. Nothing for a subagent, for an excluded
 * directory, and if the hook of another installation answers this start. Fails only if the session gets no chronicle; other
 * failures become a warning in the output.
 */
export const sessionStart = hook('session-start', async (env, payload, warn) => {
  const session = hookSession(env, payload);
  if (session === null) return {};
  const { paths, settings, checkout, layers } = session;
  if (session.isExcluded) {
    // If the agent logs anyway, its command has to run, to say why nothing is recorded.
    exportPath(env, paths, null);
    return {};
  }
  const warnings: string[] = [];
  const failed = (error: unknown) => {
    warn(error);
    warnings.push(sentenceOf(error));
  };
  const branch = await branchOf(checkout, env.variables);
  const { path, answers } = findOrCreateChronicle(env, paths, payload, { checkout, branch, settings }, failed);
  const told = [reminder(path, layers)];
  // A resumed session has been told.
  if (payload.source !== 'resume')
    told.push(brokenLine(readLookup(paths, memoryPlace(paths, placeOf(path).projectDirectory))) ?? '');
  try {
    exportPath(env, paths, path);
    const hasQueued = await finishOthers(env, session, payload.session_id, failed);
    if (hasQueued || isHarvestLeft(paths)) await startHarvester(HARVESTER, env, paths, failed);
    if (answers)
      told.push(toldAtStart(env, paths, payload, { chronicle: path, checkout, branch, layers, settings }) ?? '');
  } catch (error) {
    failed(error);
  }
  if (!answers) return {};
  const warning = warnings.length === 0 ? {} : { systemMessage: `session-chronicle: ${warnings.join(' ')}` };
  return contextFor('SessionStart', told.filter((text) => text !== '').join('\n'), warning);
});

/** Finishes sessions that were killed; whether transcripts wait to be read because of it. Only the first failure is told. */
async function finishOthers(
  env: Env,
  { paths, settings }: HookSession,
  sessionId: string,
  failed: (error: unknown) => void,
): Promise<boolean> {
  if (orphans(paths, env.host, sessionId).length === 0) return false;
  // Most starts have none.
  const { finishKilledSessions } = await import('#src/notes/finish-session.ts');
  const { hasQueued, failures } = finishKilledSessions(paths, env, settings, sessionId);
  if (failures.length > 0) failed(failures[0]);
  return hasQueued;
}

/**
 * Adds to the file that the host sources before each shell command: CHRONICLE_PATH, if there is a chronicle, for people and
 * scripts (after `--continue` it names the earlier session's file, so our commands never read it); and the directory of
 * `chronicle` in front of PATH, unless the host does so for the plugin, since our commands run unasked and no other program
 * of their name may come first. The file stays the same when the session is resumed. Later hooks do not get these variables.
 */
function exportPath({ variables: env }: Env, { app }: Paths, path: string | null): void {
  const file = env.CLAUDE_ENV_FILE;
  if (!file) return;
  const isOurs = installerOf(env) !== 'plugin' && existsSync(`${app}/bin/chronicle`);
  const search = isOurs ? searchPathLine(`${app}/bin`) : '';
  const isWritten = search !== '' && (readBeginning(file, LARGEST) ?? '').includes(search);
  const lines = (path === null ? '' : `export CHRONICLE_PATH=${shellWord(path)}\n`) + (isWritten ? '' : search);
  if (lines !== '') appendFileSync(file, lines);
}

/** An empty PATH stays without an empty entry, which would mean the current directory. */
export function searchPathLine(directory: string): string {
  // On Windows the host uses a POSIX shell, where the colon after a drive letter would end the PATH entry.
  const path = directory.replace(/^([A-Za-z]):[\\/]/, (_, drive: string) => `/${drive.toLowerCase()}/`);
  const entry = shellWord(path.replaceAll('\\', path === directory ? '\\' : '/'));
  return `export PATH=${entry}"\${PATH:+:$PATH}"\n`;
}
