/**
 * Which pivot or commit ended an error: the first pivot after it, else the first commit after the file that it names was
 * edited again, else none. Facts do not list the files of a commit; without such an edit nothing tells that a commit has
 * to do with the error. Found events are neither errors nor ends.
 */

import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { isFound } from '#src/format/event-source.ts';
import { latest } from '#src/lib/memo.ts';
import { localMinuteOf } from './idle-time.ts';
import { minuteOf } from './session-time.ts';

type Commit = Facts['commits'][number];

/** An error and what ended it. */
export interface ErrorEnding {
  error: ChronicleEvent;
  by: { kind: 'pivot'; event: ChronicleEvent } | { kind: 'commit'; commit: Commit };
  /** Local minutes since 1970; null if one of them has no time. */
  span: { from: number; to: number } | null;
}

/** The errors of a session that something ended, in the order of its file. */
export const errorEndings = latest((session: Session, facts: Facts | null): readonly ErrorEnding[] => {
  const events = session.chronicle.events.filter((event) => !isFound(event));
  const found: ErrorEnding[] = [];
  let pivot: ChronicleEvent | null = null;
  for (const event of events.toReversed()) {
    if (event.tag === 'PIVOT') pivot = event;
    if (event.tag !== 'ERROR') continue;
    if (pivot)
      found.push({ error: event, by: { kind: 'pivot', event: pivot }, span: spanOf(timeOf(event), timeOf(pivot)) });
    else found.push(...endingCommit(session, event, facts));
  }
  return found.reverse();
});

function endingCommit(session: Session, error: ChronicleEvent, facts: Facts | null): ErrorEnding[] {
  const from = timeOf(error);
  if (!facts || from === null) return [];
  const local = localMinuteOf(session);
  const turn = facts.prompts.findLastIndex(({ at }) => local(at) <= from);
  const named = facts.files.filter(({ path }) => isNamed(path, `${error.text}\n${error.details}`));
  const edited = named.flatMap(({ prompts }) => prompts.filter((prompt) => prompt >= turn));
  if (edited.length === 0) return [];
  const first = edited.reduce((least, prompt) => Math.min(least, prompt));
  const commit = facts.commits.find(({ at, prompt }) => local(at) > from && (prompt ?? -1) >= first);
  return commit ? [{ error, by: { kind: 'commit', commit }, span: spanOf(from, local(commit.at)) }] : [];
}

/** Whether a text names a file, by its path or its name. */
function isNamed(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!/^[\w-]+\.[\w.-]+$/.test(name)) return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + name.length))) return true;
  return false;
}

function timeOf({ date, time }: ChronicleEvent): number | null {
  return time === null ? null : minuteOf(`${date}T${time}`);
}

function spanOf(from: number | null, to: number | null): ErrorEnding['span'] {
  return from === null || to === null || to < from ? null : { from, to };
}
