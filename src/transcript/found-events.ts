/** Found events of a session while it is read: only the beginnings of their texts are kept, and what says the same is one event. */
import type { Tag } from '#src/format/tags.ts';
import type { SourceKind } from '#src/format/event-source.ts';
import { memoised } from '#src/lib/memo.ts';
import { beginning } from './clean-line.ts';
import { saySame } from './evidence.ts';
import type { FoundEvent, InferredEvent } from './found.ts';

/** An event with only the beginnings of its texts. */
export function kept(event: InferredEvent | FoundEvent): FoundEvent {
  const { text, details } = event;
  return { source: null, ...event, text: beginning(text), details: details.map((detail) => beginning(detail)) };
}

/** Events that say the same within this time are one. */
const NEAR = 30 * 60_000;
/** What says most about the same thing comes first: a commit was checked by git, a correction is one party's words. */
const STRENGTH: Record<SourceKind, number> = { commit: 5, plan: 4, dialog: 3, cause: 2, correction: 1, prose: 0 };
/** Of inferred events, those that rest on what was done come before those that rest on words. */
const INFERRED: Partial<Record<Tag, number>> = {
  PIVOT: 0.9,
  BLOCKED: 0.8,
  'USER-CORRECTION': 0.7,
  ERROR: 0.6,
  DECISION: 0.5,
};

/**
 * Found events without those that say what another one within the same time says. The stated one stays, of two the one
 * whose statement is the stronger, else the first.
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

function strengthOf({ source, tag }: FoundEvent): number {
  return source === null ? (INFERRED[tag] ?? 0) : STRENGTH[source.from];
}

/** The words of a found event. The same object each time, since its features are cached by it. */
const saidBy = memoised(({ text, details }: FoundEvent) => ({ text, details: details.join('\n') }));

/** Its first line alone. */
const lineOf = memoised(({ text }: FoundEvent) => ({ text, details: '' }));
