/** Makes the chronicle of an imported session. It has no events: those that are found lie in the facts. */
import type { FrontMatter } from '#src/format/schema.ts';
import { type NewFile, serializeChronicle } from '#src/format/serialize.ts';
import { BEGAN_WITH } from '#src/format/session.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { fileStem, NO_BRANCH, taskOf } from '#src/lib/checkout.ts';
import { localTime, utcTime } from '#src/lib/local-time.ts';
import { counted } from '#src/lib/text/day.ts';
import { visibleText } from '#src/lib/text/plain.ts';
import { cleanLine } from '#src/transcript/clean-line.ts';

/** A session to make a chronicle for. */
export interface FilledSession {
  id: string;
  /** When its first prompt was sent, in milliseconds. */
  at: number;
  cwd: string;
  /** Without secrets. */
  branch: string | null;
  isAttended: boolean;
  /** The beginning of its first prompt, without secrets; empty if the settings keep it out. */
  firstPrompt: string;
  prompts: number;
  /** Null if it is known from the prompt history only. */
  found: object | null;
}

const LONGEST = { began: 80, branch: 200, path: 4000 };

/** Whether a session's time is a valid date. */
export function hasDay({ at }: Pick<FilledSession, 'at'>): boolean {
  return Number.isFinite(at) && Math.abs(at) < 8e15 && isDay(localTime(new Date(at)).date);
}

/** The chronicle of a session in a transcript or the prompt history. */
export function chronicleOf(session: FilledSession, taskPattern: RegExp | undefined): NewFile {
  const { prompts, found, isAttended } = session;
  const where = found ? 'in the transcript' : 'in the prompt history; the transcript is gone';
  const lead = `Auto-generated: ${counted(prompts, 'prompt')} ${where}.${beganWith(BEGAN_WITH, session.firstPrompt)}`;
  const source = { ...(isAttended ? {} : { attended: 'no' as const }), source: 'backfill' as const };
  return newChronicle(session, source, lead, taskPattern);
}

/** The chronicle of a session that another system kept: `source` and `lead` say which, and what it has. */
export function newChronicle(
  { id, at, branch: named, cwd }: Pick<FilledSession, 'id' | 'at' | 'branch' | 'cwd'>,
  source: { source: 'backfill' | 'import'; attended?: 'no'; imported_from?: string },
  lead: string,
  taskPattern: RegExp | undefined,
): NewFile {
  const { date, offset } = localTime(new Date(at));
  const branch = cleanLine(named ?? '', LONGEST.branch) || NO_BRANCH;
  const frontMatter: FrontMatter = {
    session_id: id,
    date,
    branch,
    task: taskOf(branch, taskPattern),
    started: utcTime(new Date(at)),
    ...(isPlainPath(cwd) ? { cwd } : {}),
    utc_offset: offset,
    ...source,
  };
  return {
    nameOf: (n) => `${fileStem(date, branch, n)}.md`,
    text: serializeChronicle({ frontMatter, events: [], summary: { kind: 'machine', lead, narrative: null } }),
  };
}

/** ` Began with: fix the login`; empty without words. */
export function beganWith(lead: string, words: string): string {
  const line = cleanLine(words, LONGEST.began);
  return line === '' ? '' : ` ${lead}${line}`;
}

/** Whether a path can be written into front matter as it is. */
function isPlainPath(path: string): boolean {
  return path !== '' && path.length <= LONGEST.path && visibleText(path) === path && !/[\n\t]/.test(path);
}
