/** Makes a chronicle from what a transcript or the prompt history says about a session. */

import { fileStem, NO_BRANCH, taskOf } from '#src/lib/checkout.ts';
import { BEGAN_WITH } from '#src/format/session.ts';
import type { FrontMatter } from '#src/format/schema.ts';
import { type NewFile, serializeChronicle } from '../format/serialize.ts';
import { localTime, utcTime } from '#src/lib/local-time.ts';
import { counted } from '#src/lib/text/day.ts';
import { visibleText } from '#src/lib/text/plain.ts';
import { isDay } from '#src/lib/calendar-day.ts';
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
  /** Whether it has a transcript; otherwise it is known from the prompt history only. */
  hasTranscript: boolean;
}

const LONGEST = { began: 80, branch: 200 };
const LONGEST_PATH = 4000;

/** Whether a session's time is a valid date. */
export function hasDay({ at }: Pick<FilledSession, 'at'>): boolean {
  return Number.isFinite(at) && Math.abs(at) < 8e15 && isDay(localTime(new Date(at)).date);
}

/** The chronicle of a session. It has no events: those that are found lie in the facts. */
export function chronicleOf(session: FilledSession, taskPattern: RegExp | undefined): NewFile {
  const { date, offset } = localTime(new Date(session.at));
  const branch = cleanLine(session.branch ?? '', LONGEST.branch) || NO_BRANCH;
  const frontMatter: FrontMatter = {
    session_id: session.id,
    date,
    branch,
    task: taskOf(branch, taskPattern),
    started: utcTime(new Date(session.at)),
    ...(isPlainPath(session.cwd) ? { cwd: session.cwd } : {}),
    utc_offset: offset,
    ...(session.isAttended ? {} : { attended: 'no' as const }),
    source: 'backfill',
  };
  const lead = summaryOf(session, cleanLine(session.firstPrompt, LONGEST.began));
  return {
    nameOf: (n) => `${fileStem(date, branch, n)}.md`,
    text: serializeChronicle({ frontMatter, events: [], summary: { kind: 'machine', lead, narrative: null } }),
  };
}

function summaryOf({ prompts, hasTranscript }: FilledSession, began: string): string {
  const where = hasTranscript ? 'in the transcript' : 'in the prompt history; the transcript is gone';
  return `Auto-generated: ${counted(prompts, 'prompt')} ${where}.${began === '' ? '' : ` ${BEGAN_WITH}${began}`}`;
}

/** Whether a path can be written into front matter as it is. */
export function isPlainPath(path: string): boolean {
  return path !== '' && path.length <= LONGEST_PATH && visibleText(path) === path && !/[\n\t]/.test(path);
}
