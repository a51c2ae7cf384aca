/**
 * Confirms and drops candidates in a chronicle's file. All other bytes are kept.
 *
 *     - 14:32 [ERROR] npm test failed 4 times        confirmed: candidate -> evidence
 *       candidate: 9e6b1c1e-…                        dropped: these lines are deleted
 *       transcript: 3f6c….jsonl:120
 */
import { confirmedLine, isCandidate } from './candidate.ts';
import { withRenewedCount } from './candidate-summary.ts';
import { readEventLine } from './event-line.ts';
import { type EventClock, tick } from './event-time.ts';
import { type Body, firstDay, readUnchecked } from './read.ts';
import { scan } from './scan.ts';
import { lineStart } from './section.ts';
import type { Tag } from './tags.ts';

export type Verdict = 'confirm' | 'drop';

/** What a person made of an event before they confirmed it: its tag and first line, encoded as the file's text. */
export interface Reworded {
  tag: Tag;
  text: string;
}

/**
 * Applies verdicts to a file; a reworded event is confirmed with its new words. Keys are event positions in the file, from
 * 0; a verdict on an ordinary event is ignored. An event whose day followed from a dropped one gets an explicit date, and
 * the counts in a machine summary are updated. Takes text or Latin-1.
 */
export function decideCandidates(text: string, verdicts: ReadonlyMap<number, Verdict | Reworded>): string {
  return decide(text, (event, place) => (isCandidate(event) ? verdicts.get(place) : undefined));
}

/** Deletes events from a file, with all that a dropped candidate takes with it. Takes text or Latin-1. */
export function withoutEvents(text: string, isGone: (event: Body['events'][number]) => boolean): string {
  return decide(text, (event) => (isGone(event) ? 'drop' : undefined));
}

function decide(
  text: string,
  verdictOn: (event: Body['events'][number], place: number) => Verdict | Reworded | undefined,
): string {
  const events = readUnchecked(text)?.events ?? [];
  const structure = scan(text);
  const blocks = structure.blocks.filter((block) => block.kind === 'event');
  let clock: EventClock = { date: firstDay(text, structure), time: null };
  let written = '';
  let at = 0;
  for (const [place, block] of blocks.entries()) {
    const event = events[place];
    if (!event) continue;
    const verdict = verdictOn(event, place);
    const start = lineStart(text, structure, block.line);
    const end = lineStart(text, structure, block.end);
    written += text.slice(at, start);
    at = end;
    if (verdict === 'drop') {
      at = afterBlank(text, written, end);
      continue;
    }
    const { date, time } = block.event;
    const isMoved = time !== null && tick(clock, date, time).date !== event.date;
    clock = tick(clock, isMoved ? event.date : date, time);
    const lines = text.slice(start, end);
    const kept = verdict === undefined ? lines : confirmed(lines, event.details);
    const whole = typeof verdict === 'object' ? reworded(kept, verdict) : kept;
    written += isMoved ? whole.replace(/^- /, `- ${event.date} `) : whole;
  }
  const decided = written + text.slice(at);
  return decided === text ? text : withRenewedCount(decided);
}

/** Where the text continues after a dropped event: if there is a blank line on both sides, one of them is dropped too. */
function afterBlank(text: string, before: string, end: number): number {
  const isFirst = /(?:^|\n)[ \t]*\r?\n$/.test(before);
  return isFirst ? end + (/^[ \t]*\r?\n/.exec(text.slice(end, end + LONGEST_BLANK))?.[0].length ?? 0) : end;
}

/** A longer line of blanks is kept. */
const LONGEST_BLANK = 80;

/** An event's lines with the candidate line confirmed; `details` are the lines after the first, without indent. */
function confirmed(lines: string, details: string): string {
  const read = details.split('\n');
  return lines
    .split('\n')
    .map((line, i) => (i > 0 && isCandidate({ details: read[i - 1] ?? '' }) ? confirmedLine(line) : line))
    .join('\n');
}

/** An event's lines with another tag and first line. */
function reworded(lines: string, { tag, text }: Reworded): string {
  const [first = '', ...details] = lines.split('\n');
  const read = readEventLine(first);
  if (read?.kind !== 'event') return lines;
  const ending = first.endsWith('\r') ? '\r' : '';
  return [`${first.slice(0, first.lastIndexOf('[', read.textAt))}[${tag}] ${text}${ending}`, ...details].join('\n');
}
