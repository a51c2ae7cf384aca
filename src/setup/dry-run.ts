import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesIn } from '#src/lib/names-in.ts';
import { chronicleNames, projectsIn } from '#src/format/projects.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { oneLine } from '#src/lib/text/clip.ts';

/** As long as Claude Code waits for the hook (ms). */
const PATIENCE = 10_000;

/** Variables of a running session, and of npm if it started this process. */
const NOT_PASSED = /^(?:CLAUDE|CHRONICLE_|AI_AGENT$|npm_|INIT_CWD$)/;

/** How a session's start went, in an empty home. */
export interface DryRun {
  ms: number;
  /** Why it failed, as a sentence; null if it did its work. */
  fault: string | null;
}

/**
 * Starts a session as Claude Code would, with the program that an installation names, in a temporary home: its chronicle must
 * be there afterwards, and the agent be told of it. Leaves nothing behind.
 */
export function dryRun([command = '', ...args]: readonly string[], env: Record<string, string | undefined>): DryRun {
  const home = mkdtempSync(join(tmpdir(), 'chronicle-doctor-'));
  try {
    const [config, project] = [join(home, '.claude'), join(home, 'project')];
    for (const directory of [config, project]) mkdirSync(directory);
    const passed = Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_PASSED.test(name)));
    const session = { session_id: 'doctor', transcript_path: join(home, 'none.jsonl'), cwd: project };
    const from = performance.now();
    const ran = spawnSync(command, [...args, 'session-start'], {
      input: JSON.stringify({ ...session, hook_event_name: 'SessionStart', source: 'startup' }),
      cwd: project,
      env: { ...passed, HOME: home, CLAUDE_CONFIG_DIR: config, CLAUDE_PROJECT_DIR: project },
      timeout: PATIENCE,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
      windowsHide: true,
    });
    return { ms: performance.now() - from, fault: faultOf(command, ran, config) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function faultOf(command: string, ran: ReturnType<typeof spawnSync>, config: string): string | null {
  const { error, signal, status } = ran;
  if (signal) return `it took longer than ${PATIENCE / 1000} s.`;
  if (error) return `${command} did not start (${'code' in error ? String(error.code) : error.message}).`;
  const said = oneLine(String(ran.stderr).replace(/^session-chronicle: /, '')).trim();
  if (status !== 0) return said === '' ? `it ended with exit code ${status}.` : said;
  const { projects } = pathsOf(config);
  const isRecorded =
    namesIn(projects).length > 0 && projectsIn(projects).some((each) => chronicleNames(each.chronicle).length > 0);
  if (!isRecorded) return 'it created no chronicle.';
  return String(ran.stdout).includes('"additionalContext"') ? null : 'it printed no reminder for the agent.';
}
