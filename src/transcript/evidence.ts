/** Which found events say what a logged one says: the logged event takes them as its evidence. */
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Tag } from '../chronicle/tags.ts';
import type { Zone } from '../record/local-time.ts';
import type { Found } from './found.ts';
import { repeatsLine, saySame } from './same-event.ts';

/** A logged event, and when it was logged, in milliseconds since 1970. */
export interface LoggedEvent extends Pick<ChronicleEvent, 'id' | 'tag' | 'text' | 'details'> {
  at: number;
}

/** What of a found event is compared. */
export type Comparable = Pick<Found, 'id' | 'tag' | 'text' | 'details' | 'at' | 'from'>;

const MINUTE = 60_000;
/** What says the same within this time is about the same thing. */
const NEAR = 30 * MINUTE;
/** A commit may come long after what it repeats word for word was logged. */
const SAME_WORK = 240 * MINUTE;

/** The id of the logged event that says the same, by the id of the found one. */
export function matchLogged(found: readonly Comparable[], logged: readonly LoggedEvent[]): Map<string, string> {
  return new Map(
    found.flatMap((event): [string, string][] => {
      const known = loggedAs(event, logged);
      return known === undefined ? [] : [[event.id, known.id]];
    }),
  );
}

/** Logged events with their times; one without a time has that of the event before it. */
export function withMoments(events: readonly ChronicleEvent[], zone: Pick<Zone, 'momentOf'>): LoggedEvent[] {
  let last = Number.NaN;
  return events.map((event) => {
    last = event.time === null ? last : zone.momentOf(event.date, event.time);
    return { ...event, at: last };
  });
}

/** The nearest logged event that says the same. */
function loggedAs(event: Comparable, logged: readonly LoggedEvent[]): LoggedEvent | undefined {
  const at = Date.parse(event.at);
  const away = (each: LoggedEvent) => Math.abs(each.at - at);
  const isSame = (each: LoggedEvent) =>
    away(each) <= NEAR
      ? saySame(event, each) || repeats(event, each)
      : away(each) <= SAME_WORK && event.from.startsWith('commit') && repeats(event, each);
  return logged.filter(isSame).toSorted((a, b) => away(a) - away(b))[0];
}

/** Whether a found event has a logged one word for word. */
function repeats(event: Comparable, known: LoggedEvent): boolean {
  return areAkin(event, known) && repeatsLine([event.text, ...event.details.split('\n')], known.text);
}

/** A commit may give what was found out as its reason, and is another event then. Its change or its mistake is it itself. */
function areAkin(a: Pick<Comparable, 'tag'>, b: Pick<LoggedEvent, 'tag'>): boolean {
  return a.tag === b.tag || (CHANGES.has(a.tag) && CHANGES.has(b.tag));
}

const CHANGES: ReadonlySet<Tag> = new Set(['DECISION', 'PIVOT']);
