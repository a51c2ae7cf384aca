import { candidateEvents } from '../chronicle/logged-events.ts';
import type { Attention, Session } from '../chronicle/session.ts';
import type { MemoryChange, ProjectProposal } from '../memory/ledger/memory-history.ts';
import { recentOutsideChanges, showMemoryCommand } from '../memory/ledger/outside-change.ts';
import { counted } from '../text/day.ts';
import { memoryAddress } from '../text/page-address.ts';

/** Something that only a person can decide. */
export interface WaitingItem {
  count: number;
  /** `proposals for blog`, read after the count. */
  what: string;
  /** The command that decides it. */
  command: string;
  /** The page that shows it. */
  address: string;
}

interface Given {
  sessions: readonly Session[];
  memory: { changes: readonly MemoryChange[]; proposals: readonly ProjectProposal[] };
  attention: readonly Attention[];
  /** How many drafts are not published. */
  drafts: number;
  now: Date;
}

/** What waits for a decision, most important first. */
export function waitingItems({ sessions, memory, attention, drafts, now }: Given): WaitingItem[] {
  const open = memory.proposals.filter(({ state }) => state === 'open');
  const proposals = [...Map.groupBy(open, ({ project }) => project.slug)];
  const unconfirmed = sessions.reduce((sum, { chronicle }) => sum + candidateEvents(chronicle).length, 0);
  const ledgers = Map.groupBy(memory.changes, ({ project }) => project.slug);
  const outside = [...ledgers.values()].flatMap((changes) => recentOutsideChanges(changes, now));
  const newest = outside.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  const files = new Set(attention.map(({ path }) => path)).size;
  const items: WaitingItem[] = [
    ...proposals.map(([slug, { length }]) => ({
      count: length,
      what: length === 1 ? `proposal for ${slug}` : `proposals for ${slug}`,
      command: `chronicle memory review --project ${slug}`,
      address: '/inbox/#rules',
    })),
    {
      count: unconfirmed,
      what: unconfirmed === 1 ? 'unconfirmed event' : 'unconfirmed events',
      command: 'chronicle candidates review',
      address: '/inbox/#events',
    },
    {
      count: drafts,
      what: drafts === 1 ? 'unpublished draft' : 'unpublished drafts',
      command: 'chronicle draft list',
      address: '/inbox/#drafts',
    },
    {
      count: outside.length,
      what: `${outside.length === 1 ? 'memory' : 'memories'} changed outside of approved proposals`,
      command: newest ? showMemoryCommand(newest.file, newest.project.slug) : '',
      address: newest ? memoryAddress(newest.project.slug, newest.file) : '',
    },
    {
      count: files,
      what: files === 1 ? 'file with problems' : 'files with problems',
      command: 'chronicle check',
      address: '/attention/',
    },
  ];
  return items.filter(({ count }) => count > 0);
}

/** A decision takes about half a minute. */
const MINUTES_EACH = 0.5;

/** `about 4 minutes`: how long it takes to decide everything. */
export function waitingTime(items: readonly WaitingItem[]): string {
  const decisions = items.reduce((sum, { count }) => sum + count, 0);
  return `about ${counted(Math.ceil(decisions * MINUTES_EACH), 'minute')}`;
}
