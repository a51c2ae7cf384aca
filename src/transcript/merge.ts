import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import type { Statement } from '#src/chronicle/recorded.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { memoised } from '#src/value/memo.ts';
import type { FoundEvent } from '../import/found-event.ts';
import { repeatsLine, saySame } from './same-event.ts';

/** An event of a chronicle, and when it was logged, in milliseconds since 1970. */
export interface LoggedEvent extends Pick<ChronicleEvent, 'id' | 'tag' | 'text' | 'details'> {
  at: number;
}

/** What a transcript proves about a logged event. */
export interface Evidence {
  /** The logged event's id. */
  event: string;
  /** The statement, with the hash of a commit: `commit a1b2c3d`, `plan`. */
  source: string;
  /** The id of the transcript's record. */
  record: string;
}

const MINUTE = 60_000;
/** A recorded event that says what was logged within this time is evidence of it. The number. */
const NEAR = 30 * MINUTE;
/** A commit may come long after what it repeats word for word was logged. */
const SAME_WORK = 240 * MINUTE;
/** What says most about the same thing comes first: a commit was checked by git, a correction is one party's words. */
const STRENGTH: Readonly<Record<Statement, number>> = { commit: 5, plan: 4, question: 3, cause: 2, correction: 1 };

/**
 * Sorts what was found in a transcript by what is already known. A recorded event that says what a logged one nearby says
 * becomes evidence of that event; an unconfirmed one that does is left out. Of found events that say the same, one stays.
 * The order stays.
 */
export function mergeWithLogged(
  found: readonly FoundEvent[],
  logged: readonly LoggedEvent[],
): { events: FoundEvent[]; evidence: Evidence[] } {
  const evidence: Evidence[] = [];
  const events = distinctEvents(found).filter((event) => {
    const known = loggedAs(event, logged);
    if (known !== undefined && event.recorded !== null) evidence.push(evidenceOf(known, event, event.recorded));
    return known === undefined;
  });
  return { events, evidence };
}

function evidenceOf(
  { id }: LoggedEvent,
  { origin }: FoundEvent,
  recorded: NonNullable<FoundEvent['recorded']>,
): Evidence {
  const { statement, reference } = recorded;
  return { event: id, source: reference === '' ? statement : `${statement} ${reference}`, record: origin.id };
}

/** The nearest logged event that says the same. */
function loggedAs(event: FoundEvent, logged: readonly LoggedEvent[]): LoggedEvent | undefined {
  const said = saidBy(event);
  const away = ({ at }: LoggedEvent) => Math.abs(at - event.origin.at);
  const isSame = (each: LoggedEvent) =>
    away(each) <= NEAR
      ? saySame(said, each) || repeats(event, each)
      : away(each) <= SAME_WORK && event.recorded?.statement === 'commit' && repeats(event, each);
  return logged.filter(isSame).toSorted((a, b) => away(a) - away(b))[0];
}

/** A commit may give what was found out as its reason, and is another event then. Its change or its mistake is it itself. */
function areAkin(a: Pick<FoundEvent, 'tag'>, b: Pick<FoundEvent, 'tag'>): boolean {
  return a.tag === b.tag || (CHANGES.has(a.tag) && CHANGES.has(b.tag));
}

const CHANGES: ReadonlySet<Tag> = new Set(['DECISION', 'PIVOT']);

/** Whether a found event has a logged one word for word. */
function repeats(event: FoundEvent, known: LoggedEvent): boolean {
  return areAkin(event, known) && repeatsLine([event.text, ...event.details], known.text);
}

/**
 * Found events without those that say what another one within the same time says. The recorded one stays, of two the one
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

function strengthOf({ recorded, tag }: FoundEvent): number {
  return recorded === null ? (UNCONFIRMED[tag] ?? 0) : STRENGTH[recorded.statement];
}

/** Of unconfirmed events, those that rest on what was done come before those that rest on words. */
const UNCONFIRMED: Readonly<Partial<Record<Tag, number>>> = {
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
