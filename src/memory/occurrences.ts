/** Misses and hits, and the mistakes that misses belong to. `mistakes.ts` finds those. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { isLogged } from '#src/format/event-source.ts';
import type { Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Project } from '#src/lib/project.ts';
import { sessionAddress } from '#src/lib/text/page-address.ts';
import type { HistoryLine, MemoryHistory } from './history.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { featuresOf, isEvidence, wordWith } from '#src/format/event-words.ts';

/** A mistake. Only attended sessions count. */
export interface MissGroup {
  /** `<session_id>#e-…` of its oldest miss. */
  id: string;
  /** The group's anchor on the memory page: `c-` and eight hex digits. */
  anchor: string;
  project: Project;
  /** The owner's name for it, else the text of the most telling miss. Untrusted, one line. */
  name: string;
  /** The memory that its misses name or that was written because of them, or null. */
  memory: MemoryHistory | null;
  /** Why these misses are one group: `they name feedback_money.md`. Read after "Counted as one mistake because". */
  because: string;
  /** Oldest first, at least one. */
  misses: Miss[];
  /** Events that say its memory prevented a mistake. Oldest first. */
  hits: Occurrence[];
  /** When its memory was written and strengthened, oldest first. */
  flags: MemoryFlag[];
  state: GroupState;
  /** What the state is based on: `came back 3 times, once since 26 Oct`, `1 hit since 9 Oct`. */
  stateDetail: string;
}

/** An event, in its session. */
export interface Occurrence {
  session: Session;
  event: ChronicleEvent;
}

export interface Miss extends Occurrence {
  kind: MissKind;
}

/** `first` of its group, `repeat` without a memory, or `despite` one that should have prevented it. */
export type MissKind = 'first' | 'repeat' | 'despite';

export interface MemoryFlag {
  /** UTC. */
  at: string;
  action: HistoryLine['action'] | 'file date';
}

/**
 * Broken: missed after its memory was last written. Memory missing: its events name a memory that is not there. No memory: it
 * has no memory. Holds: not missed since, and the memory helped. Too early: not missed since, and too early to say whether
 * the memory helped.
 */
export type GroupState = 'broken' | 'memory missing' | 'no memory' | 'too early' | 'holds';

/** Misses of one project that are one mistake, oldest first, with its name and the reason for grouping them. */
export interface Cluster {
  misses: [Occurrence, ...Occurrence[]];
  because: string;
  name: string;
}

/** An event's tie to a memory: it names the file, or a line of its history lists the event. */
export interface MemoryTie {
  file: string;
  by: 'name' | 'history';
}

/** The misses and hits of a project's attended sessions, each oldest first. */
interface MemoryEvents {
  project: Project;
  misses: Occurrence[];
  hits: Occurrence[];
}

/** Misses and hits by project, in the order of their slugs, without unattended sessions and found events. */
export const memoryEvents = memoised((sessions: readonly Session[]): MemoryEvents[] => {
  const found = new Map<string, MemoryEvents>();
  for (const session of sessions) {
    const { project, chronicle } = session;
    if (chronicle.frontMatter.attended === 'no') continue;
    // An event without a time follows the one before it in the file.
    let [lastDate, lastTime] = [chronicle.frontMatter.date, null as ChronicleEvent['time']];
    for (const event of chronicle.events) {
      lastTime = event.time ?? (event.date === lastDate ? lastTime : null);
      lastDate = event.date;
      if ((event.tag !== 'MEMORY-MISS' && event.tag !== 'MEMORY-HIT') || !isLogged(event)) continue;
      const occurrence = { session, event };
      places.set(occurrence, [event.date, lastTime ?? '', chronicle.frontMatter.started, session.name].join('\n'));
      const events = found.get(project.slug) ?? { project, misses: [], hits: [] };
      found.set(project.slug, events);
      (event.tag === 'MEMORY-MISS' ? events.misses : events.hits).push(occurrence);
    }
  }
  for (const { misses, hits } of found.values()) for (const list of [misses, hits]) list.sort(compareOccurrences);
  return [...found.values()].sort((a, b) => compare(a.project.slug, b.project.slug));
});

/** A sort key for each event. */
const places = new WeakMap<Occurrence, string>();

/** Orders the events of a project as they happened: by day, time, start of the session, and file order. */
export function compareOccurrences(a: Occurrence, b: Occurrence): number {
  return compare(places.get(a) ?? '', places.get(b) ?? '') || a.event.line - b.event.line;
}

/** The full reference of an event: `<session_id>#e-80a7bf`. */
export function occurrenceName({ session, event }: Occurrence): string {
  return `${session.id}#${event.id}`;
}

/** The address of an event on its session's page. */
export function occurrenceAddress({ session, event }: Occurrence): string {
  return sessionAddress(session.project.slug, session.name, event.id);
}

/** How a mistake is called, and why its misses count as one. */

/** A name is one line of a list: preferably this short, and never longer than `LONGEST`. */
const SHORT = 70;
const LONGEST = 140;
/** Shorter ones say too little to name a group: `N+1 again`. */
const TELLING = 24;

/** The name of a group: the start of the miss that has most in common with the others and is short. */
export function groupName(misses: readonly Occurrence[]): string {
  const [only, other] = misses;
  if (only && !other) return beginningOf(only.event.text);
  const shared = new Map<string, number>();
  for (const { event } of misses) {
    for (const [feature, weight] of featuresOf(event)) shared.set(feature, (shared.get(feature) ?? 0) + weight);
  }
  let best = '';
  let most = -1;
  for (const { event } of misses) {
    const name = beginningOf(event.text);
    let sum = 0;
    let square = 0;
    for (const [feature, weight] of featuresOf(event)) {
      sum += weight * (shared.get(feature) ?? 0);
      square += weight * weight;
    }
    const handy = Math.min(1, SHORT / name.length, name.length / TELLING);
    const score = (sum / Math.sqrt(square || 1)) * handy;
    if (score > most) [best, most] = [name, score];
  }
  return best;
}

/** The start of a text is enough for a name. */
const READ = 2000;
const LEADING_FILE = /^`?[\w./~-]{1,120}\.md`?\s*[:–—-]\s+/u;
const SENTENCE = /^.{24,}?(?=;\s|[.!?]\s+\p{Lu})/u;

/** `Used a float for the price` for `Used a float for the price; 19.99 * 3 came out as …`. */
function beginningOf(text: string): string {
  const line = oneLine(text.slice(0, READ));
  const plain = line.replace(LEADING_FILE, '') || line;
  const sentence = SENTENCE.exec(plain)?.[0];
  const beginning = sentence !== undefined && openMark(sentence) === -1 ? sentence : plain;
  return cut(beginning.replace(/[.;,]$/, ''));
}

/** Cuts between words, and before a code span or link that would be left open. */
function cut(text: string): string {
  const clipped = clip(text, LONGEST);
  if (clipped === text) return text;
  const words = clipped.replace(/\s\S*$/, '').replace(/…$/, '');
  const mark = openMark(words);
  const whole = words.slice(0, mark === -1 ? undefined : mark).replace(/[\s(–—-]+$/, '');
  return whole.length < TELLING ? clipped : `${whole}…`;
}

/** The start of an unclosed code span or link, or -1. */
function openMark(text: string): number {
  const ticks = text.split('`').length - 1;
  return ticks % 2 === 1 ? text.lastIndexOf('`') : text.search(/\[[^\]]*$|\[[^\]]*\]\([^)]*$/);
}

/** At most this many common words are shown. */
const SHOWN = 3;

/** Why these misses, oldest first, are one group. Read after "Counted as one mistake because". */
export function reasonFor(misses: readonly Occurrence[], ties: readonly MemoryTie[]): string {
  const [tie] = ties;
  if (!tie) return misses.length === 1 ? 'no other miss is like it' : alike(misses);
  const { file } = tie;
  const named = ties.filter(({ by }) => by === 'name').length;
  if (misses.length === 1) return tie.by === 'name' ? `it names ${file}` : `its history links it to ${file}`;
  if (ties.length < misses.length) {
    const some = named === 0 ? `its history links some to ${file}` : `some name ${file}`;
    return `${some}, and ${alike(misses)}`;
  }
  if (named === 0) return `its history links them to ${file}`;
  return named === misses.length ? `they name ${file}` : `they name ${file} or its history links them to it`;
}

/** `they share words: sdkconfig, defaults`, the most common words first. */
function alike(misses: readonly Occurrence[]): string {
  const shared = new Map<string, { count: number; weight: number }>();
  for (const { event } of misses) {
    for (const [feature, weight] of featuresOf(event)) {
      const before = shared.get(feature) ?? { count: 0, weight: 0 };
      shared.set(feature, { count: before.count + 1, weight: before.weight + weight });
    }
  }
  const common = [...shared]
    .filter(([feature, { count }]) => count > 1 && isEvidence(feature))
    .sort(([, a], [, b]) => b.weight - a.weight);
  const words: string[] = [];
  for (const [feature] of common) {
    const event = misses.find(({ event }) => featuresOf(event).has(feature))?.event;
    const word = event && wordWith(feature, `${event.text}\n${event.details}`);
    // `Time.now` already includes `time`.
    const isKnown = words.some((known) => known.toLowerCase().includes(word?.toLowerCase() ?? ''));
    if (word !== undefined && !isKnown) words.push(word);
    if (words.length === SHOWN) break;
  }
  return words.length === 0 ? 'they are worded the same' : `they share words: ${words.join(', ')}`;
}
