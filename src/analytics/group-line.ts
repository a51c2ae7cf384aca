import type { Lifeline, LifelineMark } from '../chart/lifeline.ts';
import { plainText } from '../text/blocks.ts';
import { shortDay } from '../text/day.ts';
import { readInline } from '../text/markdown.ts';
import { sessionAddress } from '../text/page-address.ts';
import type { MissGroup, Occurrence } from './miss-group.ts';

/** More marks on a line cannot be told apart; the newest are shown. */
const MOST = 40;

/** A miss group as its lifeline between two days. */
export function groupLine({ name, misses, hits, flags }: MissGroup, from: string, to: string): Lifeline {
  return {
    name: plainText(readInline(name)),
    from,
    to,
    misses: misses.slice(-MOST).map((miss) => ({
      ...markOf(miss, miss.kind === 'despite' ? 'miss despite a memory' : 'miss'),
      isDespite: miss.kind === 'despite',
    })),
    hits: hits.slice(-MOST).map((hit) => markOf(hit, 'hit')),
    flags: flags.map(({ at, action }) => ({
      date: at.slice(0, 10),
      label: `${shortDay(at)}: ${action === 'strengthen' ? 'memory strengthened' : 'memory written'}${action === 'file date' ? ' (the date of its file)' : ''}`,
    })),
  };
}

/** The address of an event on its session's page. */
export function occurrenceAddress({ session, event }: Occurrence): string {
  return sessionAddress(session.project.slug, session.name, event.id);
}

function markOf(occurrence: Occurrence, what: string): LifelineMark {
  const { date } = occurrence.event;
  return { date, href: occurrenceAddress(occurrence), label: `${shortDay(date)}: ${what}` };
}
