/** What the inbox asks a person: whether proposals shall become memories, and drafts may be published. */
import { compare } from '#src/lib/compare.ts';
import { spelled } from '#src/lib/spelled.ts';

export interface Inbox<Proposal, Draft> {
  /** Open proposals, oldest first. */
  proposals: Proposal[];
  /** Unpublished drafts with open findings, those with the most first. */
  drafts: Draft[];
  /** The open findings of these drafts. */
  findings: number;
  /** How many decisions that is: each proposal and finding is one. */
  total: number;
}

interface Given<Proposal, Draft> {
  /** All proposals, in any order. */
  proposals: readonly Proposal[];
  drafts: readonly Draft[];
}

/** Collects what waits for a decision: for the inbox, the overview and the terminal, so that they count the same. */
export function inboxOf<
  Proposal extends { state: string; proposed: string },
  Draft extends { slug: string; state: string; open: number },
>({ proposals, drafts }: Given<Proposal, Draft>): Inbox<Proposal, Draft> {
  const open = proposals.filter(({ state }) => state === 'open').sort((a, b) => compare(a.proposed, b.proposed));
  const undecided = drafts
    .filter((draft) => draft.state !== 'published' && draft.open > 0)
    .sort((a, b) => b.open - a.open || compare(a.slug, b.slug));
  const findings = undecided.reduce((sum, draft) => sum + draft.open, 0);
  return {
    proposals: open,
    drafts: undecided,
    findings,
    total: open.length + findings,
  };
}

/** `Eight things that only you can decide. Nothing is urgent.` */
export function inboxSentence({ total }: Pick<Inbox<unknown, unknown>, 'total'>): string {
  if (total === 0) return 'Nothing waits for you.';
  return `${spelled(total)} ${total === 1 ? 'thing' : 'things'} that only you can decide. Nothing is urgent.`;
}
