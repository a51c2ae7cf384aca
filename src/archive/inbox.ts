/** What the inbox asks a person: whether events happened, proposals shall become rules, and drafts may be published. */
import type { Session } from '../chronicle/session.ts';
import { compare } from '../value/compare.ts';
import { spelled } from '../value/spelled.ts';
import { type ListedCandidate, listedCandidates } from './listed-candidates.ts';

export interface Inbox<Proposal, Draft> {
  /** Unconfirmed events, oldest first. */
  events: { all: ListedCandidate[]; shown: ListedCandidate[] };
  /** Open proposals, oldest first. */
  proposals: Proposal[];
  /** Unpublished drafts with open findings, those with the most first. */
  drafts: Draft[];
  /** The open findings of these drafts. */
  findings: number;
  /** How many decisions that is: each event, proposal and finding is one. */
  total: number;
}

/** So many events are shown on the page; the terminal goes through all. */
export const MOST_EVENTS = 50;

interface Given<Proposal, Draft> {
  sessions: readonly Session[];
  /** All proposals, in any order. */
  proposals: readonly Proposal[];
  drafts: readonly Draft[];
}

/** Collects what waits for a decision: for the inbox, the overview and the terminal, so that they count the same. */
export function inboxOf<
  Proposal extends { state: string; proposed: string },
  Draft extends { slug: string; state: string; open: number },
>({ sessions, proposals, drafts }: Given<Proposal, Draft>): Inbox<Proposal, Draft> {
  const events = oldestFirst(listedCandidates(sessions));
  const open = proposals.filter(({ state }) => state === 'open').sort((a, b) => compare(a.proposed, b.proposed));
  const undecided = drafts
    .filter((draft) => draft.state !== 'published' && draft.open > 0)
    .sort((a, b) => b.open - a.open || compare(a.slug, b.slug));
  const findings = undecided.reduce((sum, draft) => sum + draft.open, 0);
  return {
    events: { all: events, shown: events.slice(0, MOST_EVENTS) },
    proposals: open,
    drafts: undecided,
    findings,
    total: events.length + open.length + findings,
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
export function inboxSentence({ events, total }: Pick<Inbox<unknown, unknown>, 'events' | 'total'>): string {
  if (total === 0) return 'Nothing waits for you.';
  const things = total === 1 ? 'thing' : 'things';
  const uncounted = events.all.length > 0 ? ', and unconfirmed events do not count until you decide' : '';
  return `${spelled(total)} ${things} that only you can decide. Nothing is urgent${uncounted}.`;
}
