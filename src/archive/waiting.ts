import type { Attention } from '#src/format/session.ts';
import { CHRONICLE_FOLDER, isChronicleName } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import type { Inbox } from './inbox.ts';

/** Something that waits for a person. */
export interface WaitingItem {
  count: number;
  /** `proposals for blog`, read after the count. */
  what: string;
  /** The command for it. */
  command: string;
  /** The page that shows it. */
  address: string;
}

export interface Waiting {
  /** What only a person can decide, most important first. */
  decisions: WaitingItem[];
  /** How many decisions that is, as in the inbox. */
  total: number;
  /** What a person should look at, but which asks nothing. */
  also: WaitingItem[];
}

interface Given {
  inbox: Inbox<{ project: { slug: string; name: string } }, unknown>;
  attention: readonly Attention[];
}

/** What waits for a decision, and what to look at beside it. */
export function waitingOf({ inbox, attention }: Given): Waiting {
  const proposals = [...Map.groupBy(inbox.proposals, ({ project }) => project.slug)];
  const drafts = inbox.drafts.length;
  const decisions: WaitingItem[] = [
    ...proposals.map(([slug, { length, 0: first }]) => ({
      count: length,
      what: `${length === 1 ? 'proposal' : 'proposals'} for ${first?.project.name ?? slug}`,
      command: 'chronicle review',
      address: '/inbox/#memories',
    })),
    {
      count: inbox.findings,
      what: `open ${inbox.findings === 1 ? 'finding' : 'findings'} in ${counted(drafts, 'draft')}`,
      command: 'chronicle review',
      address: '/inbox/#drafts',
    },
  ];
  const present = (items: readonly WaitingItem[]) => items.filter(({ count }) => count > 0);
  return { decisions: present(decisions), total: inbox.total, also: present(alsoItems(attention)) };
}

/** What a person should look at, but which asks nothing. */
function alsoItems(attention: readonly Attention[]): WaitingItem[] {
  const files = new Set(attention.map(({ path }) => path)).size;
  const what = files === 1 ? 'file with problems' : 'files with problems';
  return [{ count: files, what, command: 'chronicle doctor', address: '/attention/' }];
}

/** How many files could not be read at all, so that nothing of them is shown, by their problems. */
export function unreadFiles(attention: readonly Attention[]): number {
  return unreadPaths(attention).length;
}

/** The paths of the chronicles among them. */
export function unreadChronicles(attention: readonly Attention[]): string[] {
  return unreadPaths(attention).filter((path) => {
    const [folder, name = ''] = path.split(/[\\/]/).slice(-2);
    return folder === CHRONICLE_FOLDER && isChronicleName(name);
  });
}

function unreadPaths(attention: readonly Attention[]): string[] {
  const leftOut = attention.filter(({ problem, session }) => problem.effect === 'left-out' && session === null);
  return [...new Set(leftOut.map(({ path }) => path))];
}
