/** What the inbox asks a person: whether events happened, proposals shall become rules, and drafts may be published. */
import type { Session } from '../chronicle/session.ts';
import { compare } from '../value/compare.ts';
import { spelled } from '../value/spelled.ts';
import { type ListedCandidate, listedCandidates } from './listed-candidates.ts';

export interface Inbox<Proposal, Draft> {
  /** Unconfirmed events, oldest first; the first ones of `inAll`. */
  events: { shown: ListedCandidate[]; inAll: number };
  /** Open proposals, oldest first. */
  proposals: Proposal[];
  /** Drafts that are not published, those with open findings first. */
  drafts: Draft[];
}

/** So many events are on the page; the terminal goes through all. */
export const MOST_EVENTS = 50;

interface Given<Proposal, Draft> {
  sessions: readonly Session[];
  /** All proposals, in any order. */
  proposals: readonly Proposal[];
  drafts: readonly Draft[];
}

/** Collects what waits for a decision. */
export function inboxOf<
  Proposal extends { state: string; proposed: string },
  Draft extends { slug: string; state: string; open: number },
>({ sessions, proposals, drafts }: Given<Proposal, Draft>): Inbox<Proposal, Draft> {
  const events = oldestFirst(listedCandidates(sessions));
  return {
    events: { shown: events.slice(0, MOST_EVENTS), inAll: events.length },
    proposals: proposals.filter(({ state }) => state === 'open').sort((a, b) => compare(a.proposed, b.proposed)),
    drafts: drafts
      .filter(({ state }) => state !== 'published')
      .sort((a, b) => b.open - a.open || compare(a.slug, b.slug)),
  };
}

/** Unconfirmed events in the order in which they are asked about. */
export function oldestFirst(events: readonly ListedCandidate[]): ListedCandidate[] {
  return events.toSorted((a, b) => compare(momentOf(a), momentOf(b)));
}

function momentOf({ event: { date, time } }: ListedCandidate): string {
  return `${date} ${time ?? ''}`;
}

/** `Eight things that only you can decide. Nothing is urgent, and unconfirmed events do not count until you decide.` */
export function inboxSentence({ events, proposals, drafts }: Inbox<unknown, unknown>): string {
  const count = events.inAll + proposals.length + drafts.length;
  if (count === 0) return 'Nothing waits for you.';
  const number = spelled(count);
  const things = count === 1 ? 'thing' : 'things';
  const uncounted = events.inAll > 0 ? ', and unconfirmed events do not count until you decide' : '';
  return `${number.charAt(0).toUpperCase()}${number.slice(1)} ${things} that only you can decide. Nothing is urgent${uncounted}.`;
}
