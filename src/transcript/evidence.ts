/** Which found events say what a logged one says: the logged event takes them as its evidence. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Tag } from '#src/format/tags.ts';
import { featuresOf, isEvidence, isProof } from '#src/format/event-words.ts';
import type { Zone } from '#src/lib/local-time.ts';

/** A logged event, and when it was logged, in milliseconds since 1970. */
export interface LoggedEvent extends Pick<ChronicleEvent, 'id' | 'tag' | 'text' | 'details'> {
  at: number;
}

/** What of a found event is compared. */
interface Comparable extends Pick<ChronicleEvent, 'id' | 'tag' | 'text' | 'details'> {
  /** UTC. */
  at: string;
  from: string;
}

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

type Said = Pick<ChronicleEvent, 'text' | 'details'>;

/** How much of the shorter text the other has to say too. Tuned on the development set. */
const SHARED = 0.5;
/** The least words in common. One or two prove nothing. */
const LEAST = 3;

/** Whether two events say the same: most words that mean something in the shorter one are in the other, too. */
export function saySame(a: Said, b: Said): boolean {
  const [first, second] = [featuresOf(a), featuresOf(b)];
  let [common, words] = [0, 0];
  for (const [word, weight] of first) {
    const other = second.get(word);
    if (other === undefined || !isEvidence(word)) continue;
    common += Math.min(weight, other);
    words += isProof(word) ? 2 : 1;
  }
  const all = Math.min(weightOf(first), weightOf(second));
  return words >= LEAST && all > 0 && common / all >= SHARED;
}

function weightOf(features: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, weight] of features) if (isEvidence(word)) sum += weight;
  return sum;
}

/** A shorter line is no proof, however often it occurs. */
const SHORTEST_LINE = 20;

/** Whether one of the lines repeats a text, perhaps inside more words or with other marks. */
function repeatsLine(lines: readonly string[], text: string): boolean {
  const said = plainWords(text);
  return said.length >= SHORTEST_LINE && lines.some((line) => plainWords(line).includes(said));
}

function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
