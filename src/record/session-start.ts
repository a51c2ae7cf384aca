/** The chronicle of a session that begins. */
import { fileStem, taskOf } from '../lib/branch-name.ts';
import type { FrontMatter } from '../format/schema.ts';
import { serializeChronicle } from '../format/serialize.ts';
import { localTime, utcTime } from '../lib/local-time.ts';

export interface StartFacts {
  sessionId: string;
  now: Date;
  branch: string;
  /** Absolute path of the checkout in which the session runs. */
  checkout: string;
  attended: boolean;
  taskPattern: RegExp | undefined;
}

export interface NewFile {
  /** The nth file name to try. */
  nameOf: (n: number) => string;
  text: string;
}

/** The chronicle of a new session. */
export function newChronicle({ sessionId, now, branch, checkout, attended, taskPattern }: StartFacts): NewFile {
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
  };
  return {
    nameOf: (n) => `${fileStem(date, branch, n)}.md`,
    text: serializeChronicle({ frontMatter, events: [], summary: { kind: 'none', lead: '', narrative: null } }),
  };
}

/** Whether a person attends the session: not in `claude -p` and not under the SDK. */
export function isAttended(env: Record<string, string | undefined>): boolean {
  if (env.CLAUDE_CODE_SESSION_ATTENDED !== undefined) return env.CLAUDE_CODE_SESSION_ATTENDED !== '0';
  return !env.CLAUDE_CODE_ENTRYPOINT?.startsWith('sdk');
}
