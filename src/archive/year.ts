/** A year in review: what its sessions did, and its moments, each computed from the records and with its reason. */
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Session } from '../chronicle/session.ts';
import type { Tag } from '../chronicle/tags.ts';
import { sessionTitle } from '../chronicle/title.ts';
import type { MissGroup } from '../memory/misses/miss-group.ts';
import { occurrenceAddress } from '../memory/misses/occurrences.ts';
import { counted, countedEvents, dayRange, duration, shortDay } from '../text/day.ts';
import { dayAddress, sessionAddress } from '../text/page-address.ts';
import { compare } from '../value/compare.ts';
import { keptParts } from '../value/kept-parts.ts';
import { memoised } from '../value/memo.ts';
import { spelled, times } from '../value/spelled.ts';
import { dayIndex } from './day-index.ts';
import { sessionsWords } from './imported-counts.ts';

/** A year with fewer sessions has no page: there is nothing to look back on yet. */
export const LEAST_SESSIONS = 10;

/** The years with a page, newest first. Takes all sessions. */
export function yearsOf(sessions: readonly Session[]): string[] {
  const years = new Map<string, number>();
  for (const [year, count] of keptParts(sessions).flatMap((part) => [...countsByYear(part)]))
    years.set(year, (years.get(year) ?? 0) + count);
  return [...years]
    .filter(([, count]) => count >= LEAST_SESSIONS)
    .map(([year]) => year)
    .sort()
    .reverse();
}

const countsByYear = memoised((part: readonly Session[]): ReadonlyMap<string, number> => {
  return new Map([...Map.groupBy(part, yearOf)].map(([year, { length }]) => [year, length]));
});

/** The year in a session's front matter: `2026`. */
export function yearOf({ chronicle }: Session): string {
  return chronicle.frontMatter.date.slice(0, 4);
}

/** `68 sessions (12 imported) in three projects, 20 Jul to 19 Nov 2026.` Takes the sessions of one year. */
export function yearSentence(sessions: readonly Session[]): string {
  const dates = sessions.map(({ chronicle }) => chronicle.frontMatter.date).sort();
  const projects = new Set(sessions.map(({ project }) => project.slug)).size;
  const where = `${spelled(projects).toLowerCase()} ${projects === 1 ? 'project' : 'projects'}`;
  return `${sessionsWords(sessions)} in ${where}, ${dayRange(dates[0] ?? '', dates.at(-1) ?? '')}.`;
}

/** Something of the year to remember. Its title is untrusted inline Markdown. */
export interface Moment {
  /** What it is: `The mistake that kept coming back`. */
  what: string;
  title: string;
  /** The tag of its events, if they have one. */
  tag?: Tag;
  /** Why it was chosen, with the figures. */
  because: string;
  href: string;
  /** The anchor of the mistake that it is about. */
  group?: string;
}

interface Given {
  year: string;
  /** Those of the year, newest first. */
  sessions: readonly Session[];
  /** All mistakes, with their addresses. */
  groups: readonly MissGroup[];
  addressOf: (group: MissGroup) => string;
  /** Stories of several sessions, newest first: what each is called, and its sessions. */
  arcs: readonly { title: string; because: string; sessions: readonly Session[] }[];
  /** Whether it is for readers outside: projects are not named. */
  isPublic?: boolean;
}

/** The moments of a year that its records show, each the greatest of its kind; of equal ones, the later. */
export function yearMoments({ year, sessions, groups, addressOf, arcs, isPublic = false }: Given): Moment[] {
  const named = (begin: string, { name }: Session['project']) => (isPublic ? '' : `${begin}${name}`);
  return [
    ...worstMistake(year, groups, addressOf, named),
    ...bestRule(year, groups, addressOf, named),
    ...longestArc(sessions, arcs, named),
    ...busiestDay(year, sessions),
    ...longestSession(sessions, named),
  ];
}

/** A project after the words that lead to it; empty where projects are not named. */
type Named = (begin: string, project: Session['project']) => string;

function worstMistake(
  year: string,
  groups: readonly MissGroup[],
  addressOf: Given['addressOf'],
  named: Named,
): Moment[] {
  const found = groups
    .map((group) => ({ group, misses: group.misses.filter(({ event }) => event.date.startsWith(year)) }))
    .filter(({ misses }) => misses.length > 1)
    .sort((a, b) => a.misses.length - b.misses.length || compare(lastDay(a.misses), lastDay(b.misses)))
    .at(-1);
  if (!found) return [];
  const { group, misses } = found;
  const despite = misses.filter(({ kind }) => kind === 'despite').length;
  const range = dayRange(misses[0]?.event.date ?? '', lastDay(misses));
  const although = despite === 0 ? '' : `, ${times(despite)} although a rule was on file`;
  return [
    {
      what: 'The mistake that kept coming back',
      title: group.name,
      tag: 'MEMORY-MISS',
      because: `Made ${times(misses.length)}${although}, ${range}${named(', ', group.project)}.`,
      href: addressOf(group),
      group: group.anchor,
    },
  ];
}

function lastDay(occurrences: readonly { event: ChronicleEvent }[]): string {
  return occurrences.at(-1)?.event.date ?? '';
}

function bestRule(year: string, groups: readonly MissGroup[], addressOf: Given['addressOf'], named: Named): Moment[] {
  const found = groups
    .filter(({ memory, state }) => memory !== null && (state === 'holds' || state === 'too early'))
    .map((group) => ({ group, hits: group.hits.filter(({ event }) => event.date.startsWith(year)) }))
    .filter(({ hits }) => hits.length > 1)
    .sort((a, b) => a.hits.length - b.hits.length || compare(lastDay(a.hits), lastDay(b.hits)))
    .at(-1);
  if (!found) return [];
  const { group, hits } = found;
  return [
    {
      // Only a rule that holds is known to help.
      what: group.state === 'holds' ? 'The rule that helped most' : 'The rule applied most often',
      title: group.memory?.file ?? '',
      tag: 'MEMORY-HIT',
      because: `Applied ${times(hits.length)}, and not missed since it was last written${named(', ', group.project)}.`,
      href: addressOf(group),
    },
  ];
}

function longestArc(sessions: readonly Session[], arcs: Given['arcs'], named: Named): Moment[] {
  const own = new Set(sessions);
  const found = arcs
    .map((arc) => ({ ...arc, sessions: arc.sessions.filter((session) => own.has(session)) }))
    .filter((arc) => arc.sessions.length > 1)
    .toReversed()
    .sort((a, b) => a.sessions.length - b.sessions.length)
    .at(-1);
  const [first] = found?.sessions ?? [];
  if (!found || !first) return [];
  return [
    {
      what: 'The longest arc',
      title: found.title,
      because: `${counted(found.sessions.length, 'session')}${named(' of ', first.project)} share ${found.because}.`,
      href: sessionAddress(first.project.slug, first.name),
    },
  ];
}

function busiestDay(year: string, sessions: readonly Session[]): Moment[] {
  const [date, day] =
    [...dayIndex(sessions).dates]
      .filter(([date, { events }]) => date.startsWith(year) && events > 0)
      .sort(([a, { events: x }], [b, { events: y }]) => x - y || compare(a, b))
      .at(-1) ?? [];
  if (!date || !day) return [];
  return [
    {
      what: 'The busiest day',
      title: shortDay(date),
      because: `${countedEvents(day.events, 0)} in ${sessionsWords(day.sessions)}.`,
      href: dayAddress(date),
    },
  ];
}

function longestSession(sessions: readonly Session[], named: Named): Moment[] {
  const session = sessions
    .toReversed()
    .sort((a, b) => (a.facts?.activeMinutes ?? 0) - (b.facts?.activeMinutes ?? 0))
    .at(-1);
  if (!session?.facts || session.facts.activeMinutes === 0) return [];
  const { activeMinutes, prompts } = session.facts;
  return [
    {
      what: 'The longest session',
      title: sessionTitle(session),
      because: `${duration(activeMinutes)} active and ${counted(prompts, 'prompt')}${named(', ', session.project)}.`,
      href: sessionAddress(session.project.slug, session.name),
    },
  ];
}

/** A correction that can be quoted: what the user said, in one line. */
export interface Quote {
  session: Session;
  event: ChronicleEvent;
  href: string;
}

/** So long is a sentence that is remembered (characters). */
const QUOTABLE = { least: 20, most: 110 };

/** Up to `most` corrections of the year that are short enough to quote: one of each project first, the newest first. */
export function yearQuotes(sessions: readonly Session[], most: number): { quotes: Quote[]; inAll: number } {
  const corrections = sessions.flatMap((session) =>
    session.chronicle.events
      .filter(({ tag }) => tag === 'USER-CORRECTION')
      .map((event) => ({ session, event, href: occurrenceAddress({ session, event }) })),
  );
  const short = corrections
    .filter(({ event: { text } }) => text.length >= QUOTABLE.least && text.length <= QUOTABLE.most)
    .sort((a, b) => compare(b.event.date, a.event.date));
  const firsts = [...Map.groupBy(short, ({ session }) => session.project.slug).values()].flatMap(
    ([first]) => first ?? [],
  );
  const rest = short.filter((quote) => !firsts.includes(quote));
  return { quotes: [...firsts, ...rest].slice(0, most), inAll: corrections.length };
}
