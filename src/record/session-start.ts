/**
 * A session starts, or starts again: after resume, clear, compact and fork the host calls the same hook.
 *
 *     {"session_id": "3f6c…", "source": "startup", "cwd": "/home/me/project"}
 *
 * The plan says what file to create if the session has none, and what to answer.
 */

import { fileStem, taskOf } from '../chronicle/branch-name.ts';
import type { FrontMatter } from '../chronicle/schema.ts';
import { serializeChronicle } from '../chronicle/serialize.ts';
import type { BrokenRule } from '../memory/lookup.ts';
import { localTime, utcTime } from './local-time.ts';
import { reminder } from './reminder.ts';

export interface StartFacts {
  sessionId: string;
  now: Date;
  branch: string;
  /** Absolute path of the checkout the session runs in. */
  checkout: string;
  attended: boolean;
  taskPattern: RegExp | undefined;
  /** The memories that the reminder names. */
  nudged: readonly BrokenRule[];
}

export interface NewFile {
  /** The n-th name to try, with its ending. */
  nameOf: (n: number) => string;
  text: string;
}

/** The chronicle of a session that begins now. */
export function newChronicle({ sessionId, now, branch, checkout, attended, taskPattern, nudged }: StartFacts): NewFile {
  const { date, offset } = localTime(now);
  const frontMatter: FrontMatter = {
    session_id: sessionId,
    date,
    branch,
    task: taskOf(branch, taskPattern),
    started: utcTime(now),
    cwd: checkout,
    utc_offset: offset,
    ...(attended ? {} : { attended: 'no' as const }),
    ...(nudged.length === 0 ? {} : { nudged: nudged.map(({ file }) => file).join(' ') }),
  };
  return {
    nameOf: (n) => `${fileStem(date, branch, n)}.md`,
    text: serializeChronicle({ frontMatter, events: [], summary: { kind: 'none', lead: '', narrative: null } }),
  };
}

/**
 * Whether the session may have a file that the index does not know: then the directory is searched.
 * At startup, clear and fork its id is new, so there is nothing to search for.
 */
export function mayHaveEarlierFile(source: string | undefined): boolean {
  return source === 'resume' || source === 'compact';
}

/** Whether somebody sits in front of the session: not in `claude -p` and not under the SDK. */
export function isAttended(env: Record<string, string | undefined>): boolean {
  if (env.CLAUDE_CODE_SESSION_ATTENDED !== undefined) return env.CLAUDE_CODE_SESSION_ATTENDED !== '0';
  return !env.CLAUDE_CODE_ENTRYPOINT?.startsWith('sdk');
}

/** The one line on stdout: the reminder for the agent, and a word to the user if something smaller failed. */
export function startOutput(path: string, named: readonly BrokenRule[], warning: string | null): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: reminder(path, named) },
    ...(warning === null ? {} : { systemMessage: `session-chronicle: ${warning}` }),
  });
}

/**
 * A line for the file that the host sources before each shell command; quoted, since a path may contain anything. It is
 * for people and scripts: after `--continue` it names the earlier session's file, so our commands never read it.
 */
export function environmentLine(path: string): string {
  return `export CHRONICLE_PATH=${quoted(path)}\n`;
}

/** Such a line that has a directory's programs found, after all others. */
export function searchPathLine(directory: string): string {
  // On Windows the host's shell is a POSIX one, in whose PATH a drive's colon would end the entry.
  const path = directory.replace(/^([A-Za-z]):[\\/]/, (_, drive: string) => `/${drive.toLowerCase()}/`);
  return `export PATH="$PATH":${quoted(path.replaceAll('\\', path === directory ? '\\' : '/'))}\n`;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
