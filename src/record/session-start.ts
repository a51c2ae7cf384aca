/**
 * A session starts or continues: the host calls the same hook at startup and after resume, clear, compact and fork.
 *
 *     {"session_id": "3f6c…", "source": "startup", "cwd": "/home/me/project"}
 *
 * Says which file to create if the session has none, and what the hook prints.
 */

import { fileStem, taskOf } from '../chronicle/branch-name.ts';
import type { FrontMatter } from '../chronicle/schema.ts';
import { serializeChronicle } from '../chronicle/serialize.ts';
import type { BrokenRule } from '../memory/lookup.ts';
import { shellWord } from '../value/shell-word.ts';
import { localTime, utcTime } from './local-time.ts';
import { type Reminded, reminder } from './reminder.ts';

export interface StartFacts {
  sessionId: string;
  now: Date;
  branch: string;
  /** Absolute path of the checkout in which the session runs. */
  checkout: string;
  attended: boolean;
  taskPattern: RegExp | undefined;
  /** The memories that the reminder names. */
  nudged: readonly BrokenRule[];
}

export interface NewFile {
  /** The nth file name to try. */
  nameOf: (n: number) => string;
  text: string;
}

/** The chronicle of a new session. */
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
 * Whether the session may have a file that is missing from the index, so that the directory needs to be searched. At
 * startup, clear and fork the id is new.
 */
export function mayHaveEarlierFile(source: string | undefined): boolean {
  return source === 'resume' || source === 'compact';
}

/** Whether a person attends the session: not in `claude -p` and not under the SDK. */
export function isAttended(env: Record<string, string | undefined>): boolean {
  if (env.CLAUDE_CODE_SESSION_ATTENDED !== undefined) return env.CLAUDE_CODE_SESSION_ATTENDED !== '0';
  return !env.CLAUDE_CODE_ENTRYPOINT?.startsWith('sdk');
}

/**
 * The hook's output: the reminder for the agent, what it is told of notes and, if something minor failed, a warning for the
 * user.
 */
export function startOutput(
  path: string,
  { notes, ...reminded }: Reminded & { notes: string | null },
  warning: string | null,
): string {
  const context = reminder(path, reminded) + (notes === null ? '' : `\n${notes}`);
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: context },
    ...(warning === null ? {} : { systemMessage: `session-chronicle: ${warning}` }),
  });
}

/**
 * The line for the file that the host sources before each shell command. CHRONICLE_PATH is for people and scripts: after
 * `--continue` it names the earlier session's file, so our commands never read it.
 */
export function environmentLine(path: string): string {
  return `export CHRONICLE_PATH=${shellWord(path)}\n`;
}

/**
 * A line for the same file that puts a directory in front of PATH: our commands run unasked, so no other program of their
 * name may come first. An empty PATH stays without an empty entry, which would mean the current directory.
 */
export function searchPathLine(directory: string): string {
  // On Windows the host uses a POSIX shell, where the colon after a drive letter would end the PATH entry.
  const path = directory.replace(/^([A-Za-z]):[\\/]/, (_, drive: string) => `/${drive.toLowerCase()}/`);
  const entry = shellWord(path.replaceAll('\\', path === directory ? '\\' : '/'));
  return `export PATH=${entry}"\${PATH:+:$PATH}"\n`;
}
