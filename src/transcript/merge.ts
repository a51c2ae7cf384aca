import type { Tag } from '#src/chronicle/tags.ts';
import { memoised } from '#src/value/memo.ts';
import type { SourceKind } from '../format/event-source.ts';
import type { FoundEvent } from '../import/found-event.ts';
import { saySame } from './same-event.ts';

const MINUTE = 60_000;
/** Events that say the same within this time are one. */
const NEAR = 30 * MINUTE;
/** What says most about the same thing comes first: a commit was checked by git, a correction is one party's words. */
const STRENGTH: Readonly<Record<SourceKind, number>> = {
  commit: 5,
  plan: 4,
  dialog: 3,
  cause: 2,
  correction: 1,
  prose: 0,
};

/**
 * Found events without those that say what another one within the same time says. The stated one stays, of two the one
 * whose statement is the stronger, else the first. A commit and the cause named before it are one event, too.
 */
export function distinctEvents(found: readonly FoundEvent[]): FoundEvent[] {
  const left = new Set<FoundEvent>();
  // By time, since only events near each other are compared: a long session has thousands.
  const kept = new Map<number, FoundEvent[]>();
  const strongestFirst = found.toSorted((a, b) => strengthOf(b) - strengthOf(a));
  for (const event of strongestFirst) {
    const slot = Math.floor(event.origin.at / NEAR);
    const isSaid = [slot - 1, slot, slot + 1].some((each) =>
      kept
        .get(each)
        ?.some(
          (other) =>
            Math.abs(other.origin.at - event.origin.at) <= NEAR &&
            (other.tag === event.tag ? saySame(saidBy(other), saidBy(event)) : areAlike(other, event)),
        ),
    );
    if (isSaid) continue;
    left.add(event);
    const near = kept.get(slot);
    if (near) near.push(event);
    else kept.set(slot, [event]);
  }
  return found.filter((event) => left.has(event));
}

/** Events with different tags are one only if their lines say the same: a commit often repeats in its body what was found before. */
function areAlike(a: FoundEvent, b: FoundEvent): boolean {
  return !isPerson(a, b) && saySame(lineOf(a), lineOf(b));
}

/** What the user objected to and what the agent found about it are two events, however alike. */
function isPerson(a: FoundEvent, b: FoundEvent): boolean {
  return a.tag === 'USER-CORRECTION' || b.tag === 'USER-CORRECTION';
}

function strengthOf({ source, tag }: FoundEvent): number {
  return source === null ? (INFERRED[tag] ?? 0) : STRENGTH[source.from];
}

/** Of inferred events, those that rest on what was done come before those that rest on words. */
const INFERRED: Readonly<Partial<Record<Tag, number>>> = {
  PIVOT: 0.9,
  BLOCKED: 0.8,
  'USER-CORRECTION': 0.7,
  ERROR: 0.6,
  DECISION: 0.5,
};

/** The words of a found event. The same object each time, since its features are cached by it. */
const saidBy = memoised(({ text, details }: FoundEvent) => ({
  text,
  details: details.join('\n'),
}));

/** Its first line alone. */
const lineOf = memoised(({ text }: FoundEvent) => ({ text, details: '' }));
