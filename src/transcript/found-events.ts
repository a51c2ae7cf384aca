/**
 * Found events of a session while it is read: those of a turn are joined at its end, and what says the same is one event.
 */

import type { SourceKind } from '#src/format/event-source.ts';
import { memoised } from '#src/lib/memo.ts';
import { beginning } from './clean-line.ts';
import { saySame } from './evidence.ts';
import type { FoundEvent, InferredEvent } from './found.ts';

/** Collects the events of a session turn by turn: later ones say what became of earlier ones. */
export class FoundEvents {
  #earlier: FoundEvent[] = [];
  #turn: FoundEvent[] = [];
  /** Those of the turn that only count failures. */
  readonly #counts = new Set<FoundEvent>();

  /** Adds events that were found. Only the beginnings of their texts are kept. */
  add(events: readonly (InferredEvent | FoundEvent)[]): void {
    for (const event of events) this.#turn.push(kept(event));
  }

  /** Adds events that count failures. They are left out where the agent says what was wrong. */
  addCounts(events: readonly InferredEvent[]): void {
    for (const event of events.map(kept)) {
      this.#turn.push(event);
      this.#counts.add(event);
    }
  }

  /** The end of a turn. */
  endTurn(): void {
    this.#earlier.push(...withoutCommitted(this.#withoutExplained()));
    this.#turn = [];
    this.#counts.clear();
  }

  /** All events in the order of their records, each once. */
  get all(): FoundEvent[] {
    return distinctEvents([...this.#earlier, ...this.#turn].toSorted((a, b) => a.origin.line - b.origin.line));
  }

  /** A count of failures becomes a detail of what the agent says was wrong. */
  #withoutExplained(): FoundEvent[] {
    const counts = this.#turn.filter((event) => this.#counts.has(event));
    if (counts.length === 0) return this.#turn;
    const said = this.#turn.filter((event) => !this.#counts.has(event));
    const left = counts.filter((count) => {
      const explains = ({ tag, origin }: FoundEvent) =>
        (tag === 'ERROR' || tag === 'BLOCKED') && origin.line >= count.origin.line;
      const at = said.findIndex(explains);
      const event = said[at];
      if (event !== undefined) said[at] = { ...event, details: [...event.details, count.text] };
      return event === undefined;
    });
    return [...said, ...left];
  }
}

/** A turn with one fix and one cause has one error: that of the commit, with the cause in its details. */
function withoutCommitted(events: readonly FoundEvent[]): FoundEvent[] {
  const errors = events.filter(({ tag, source }) => tag === 'ERROR' && source !== null);
  const [commit, ...otherCommits] = errors.filter(({ source }) => source?.from === 'commit');
  const [cause, ...otherCauses] = errors.filter(({ source }) => source?.from === 'cause');
  if (commit === undefined || cause === undefined || otherCommits.length + otherCauses.length > 0) return [...events];
  const merged: FoundEvent = {
    ...commit,
    details: [...linesOf(cause), ...commit.details].slice(0, MOST_DETAILS),
  };
  if (cause.diff !== undefined) merged.diff = cause.diff;
  return events.flatMap((event) => (event === cause ? [] : event === commit ? [merged] : [event]));
}

/** The text and details of an event. Of a text that was cut, the first detail has the whole. */
function linesOf({ text, details }: FoundEvent): string[] {
  const isCut = text.endsWith('…') && details[0]?.startsWith(text.slice(0, -1));
  return isCut ? details : [text, ...details];
}

const MOST_DETAILS = 4;

function kept(event: InferredEvent | FoundEvent): FoundEvent {
  const { text, details } = event;
  return { source: null, ...event, text: beginning(text), details: details.map((detail) => beginning(detail)) };
}

/** Events that say the same within this time are one. */
const NEAR = 30 * 60_000;
/** What says most about the same thing comes first: a commit was checked by git, a correction is one party's words. */
const STRENGTH: Record<SourceKind, number> = { commit: 5, plan: 4, dialog: 3, cause: 2, correction: 1, prose: 0 };
/**
 * Found events without those that say what another one within the same time says. The stated one stays, of two the one
 * whose statement is the stronger, else the first. A commit and the cause named before it are one event, too.
 */
export function distinctEvents(found: readonly FoundEvent[]): FoundEvent[] {
  const left = new Set<FoundEvent>();
  // By time, since only events near each other are compared: a long session has thousands.
  const kept = new Map<number, FoundEvent[]>();
  for (const event of found.toSorted((a, b) => strengthOf(b) - strengthOf(a))) {
    const slot = Math.floor(event.origin.at / NEAR);
    const near = [slot - 1, slot, slot + 1].flatMap((each) => kept.get(each) ?? []);
    if (near.some((other) => isNear(other, event) && isSame(other, event))) continue;
    left.add(event);
    kept.set(slot, [...(kept.get(slot) ?? []), event]);
  }
  return found.filter((event) => left.has(event));
}

function isNear(a: FoundEvent, b: FoundEvent): boolean {
  return Math.abs(a.origin.at - b.origin.at) <= NEAR;
}

/**
 * Events with different tags are one only if their lines say the same: a commit often repeats in its body what was found
 * before. What the user objected to and what the agent found about it are two events, however alike.
 */
function isSame(a: FoundEvent, b: FoundEvent): boolean {
  if (a.tag === b.tag) return saySame(saidBy(a), saidBy(b));
  return a.tag !== 'USER-CORRECTION' && b.tag !== 'USER-CORRECTION' && saySame(lineOf(a), lineOf(b));
}

function strengthOf({ source }: FoundEvent): number {
  return source === null ? 0 : STRENGTH[source.from];
}

/** The words of a found event. The same object each time, since its features are cached by it. */
const saidBy = memoised(({ text, details }: FoundEvent) => ({ text, details: details.join('\n') }));

/** Its first line alone. */
const lineOf = memoised(({ text }: FoundEvent) => ({ text, details: '' }));
