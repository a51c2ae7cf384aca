import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { type Inbox, inboxOf, inboxSentence } from '#src/archive/inbox.ts';
import { type CommandHelp, defineCommand } from './command.ts';
import { isInSession } from './memory/decide.ts';
import { proposalQueue } from './memory/review.ts';
import { findingQueue } from './posts/finding-queue.ts';
import { hasPerson, type Io } from './terminal/io.ts';
import { say } from './terminal/print.ts';
import { type Queue, review } from './terminal/review.ts';
import type { ProjectProposal } from '#src/memory/proposals.ts';
import { memoryPlaceFor } from './memory/own-memory.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { pathsIn } from '#src/lib/env.ts';
import { readDrafts } from '#src/posts/draft-files.ts';
import { freshArchive } from './own-archive.ts';
import type { ScannedDraft } from './posts/own-drafts.ts';

export const help: CommandHelp = {
  examples: [['chronicle review', 'everything that the inbox of the site shows']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle review',
    description:
      'Go through everything that waits for a decision in a terminal: the proposals of each project, with their reason, evidence and diff, and the open findings of drafts. Every answer takes effect at once: y is yes, n is no, a replaces all findings, x leaves out the event, s leaves an item for later, u undoes the last answer, q stops',
  },
  args: {},
  async run({ io }) {
    if (isInSession(io.env)) throw notHere('It does not run in a Claude Code session.');
    if (!hasPerson(io)) throw notHere('This is not a terminal.');
    const { snapshot } = await freshArchive(io);
    const inbox = await ownInbox(io, snapshot);
    const { proposals, drafts } = inbox;
    say(io, inboxSentence(inbox));
    const queues = [...proposalQueues(io, proposals), ...drafts.map(({ prepared }) => findingQueue(io, prepared))];
    if (queues.length > 0) await review(io, queues);
    return 0;
  },
});

/**
 * What waits for a decision in the owner's archive, as the inbox of the site has it. Loads the scanner only for unpublished
 * drafts, and refuses them where it is not installed (CHRONICLE_NOT_INSTALLED).
 */
export async function ownInbox(io: Io, snapshot: ArchiveSnapshot): Promise<Inbox<ProjectProposal, ScannedDraft>> {
  const unpublished = readDrafts(pathsIn(io.env)).filter(({ settings }) => settings.published === '');
  const { memory } = snapshot;
  if (unpublished.length === 0) return inboxOf({ proposals: memory.proposals, drafts: [] });
  const { scannedDrafts } = await import('./posts/own-drafts.ts');
  const drafts = await scannedDrafts(io, snapshot, unpublished);
  return inboxOf({ proposals: memory.proposals, drafts });
}

/** A project whose memory cannot be reviewed now is named, and the others are asked about. */
function proposalQueues(io: Io, open: readonly ProjectProposal[]): Queue[] {
  const queues: Queue[] = [];
  for (const slug of new Set(open.map(({ project }) => project.slug))) {
    try {
      const queue = proposalQueue(io, memoryPlaceFor(io.env, { project: slug }));
      if (queue) queues.push(queue);
    } catch (error) {
      if (!(error instanceof ChronicleError)) throw error;
      say(io, sentenceOf(error));
    }
  }
  return queues;
}

function notHere(why: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_TERMINAL',
    `chronicle review needs a person at a terminal. ${why} An agent should show the proposals, ask the person, and then run chronicle memory apply <ids|all> or chronicle memory skip <ids|all>; chronicle draft list shows what waits in drafts. Nothing was changed.`,
  );
}
