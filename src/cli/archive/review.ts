import { oldestFirst } from '#src/archive/inbox.ts';
import { listedCandidates } from '#src/archive/listed-candidates.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { eventQueue } from '#src/cli/import/candidates/review-candidates.ts';
import { isInSession } from '#src/cli/memory/consent.ts';
import { proposalQueue } from '#src/cli/memory/review.ts';
import { ownDrafts } from '#src/cli/posts/drafts/own-drafts.ts';
import { openOf } from '#src/cli/posts/drafts/redact.ts';
import { findingQueue } from '#src/cli/posts/drafts/redact-review.ts';
import { hasPerson, type Io } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import { type Queue, review } from '#src/cli/terminal/review.ts';
import type { ProjectProposal } from '#src/memory/ledger/memory-history.ts';
import { memoryPlaceFor } from '#src/node/memory/which-project.ts';
import { readDrafts } from '#src/node/posts/drafts/read-drafts.ts';
import { parsedFiles } from '#src/node/recall/parsed-files.ts';
import { prepareDraft } from '#src/posts/export/prepare-draft.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import { ownSnapshot } from './own-archive.ts';

export const help: CommandHelp = {
  examples: [['chronicle review', 'everything that the inbox of the site shows']],
  files: [
    ['<config>/projects/*/chronicle/', 'the chronicles whose events are confirmed or dropped'],
    ['<config>/projects/*/memory/', 'the memories that approved proposals change'],
    ['<config>/session-chronicle/drafts/', 'the drafts whose findings are decided'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle review',
    description:
      'Go through everything that waits for a decision in a terminal: unconfirmed events, the proposals of each project, and the open findings of drafts. Every answer takes effect at once: s leaves an item for later, u undoes the last answer, q stops. chronicle candidates review, chronicle memory review and chronicle draft redact ask about one kind only',
  },
  args: {},
  async run({ io }) {
    if (isInSession(io.world)) throw notHere('It does not run in a Claude Code session.');
    if (!hasPerson(io)) throw notHere('This is not a terminal.');
    const { sessions, memory } = ownSnapshot(io);
    const events = oldestFirst(listedCandidates(sessions));
    const queues = [
      ...(events.length > 0 ? [eventQueue(io, events)] : []),
      ...(await proposalQueues(io, memory.proposals)),
      ...(await findingQueues(io)),
    ];
    if (queues.length === 0) say(io, 'Nothing waits for you.');
    else await review(io, queues);
    return 0;
  },
});

/** A project whose memory cannot be reviewed now is named, and the others are asked about. */
async function proposalQueues(io: Io, proposals: readonly ProjectProposal[]): Promise<Queue[]> {
  const open = proposals.filter(({ state }) => state === 'open');
  const queues: Queue[] = [];
  for (const slug of new Set(open.map(({ project }) => project.slug))) {
    try {
      const queue = await proposalQueue(io, memoryPlaceFor(io.world, { project: slug }, parsedFiles));
      if (queue) queues.push(queue);
    } catch (error) {
      if (!(error instanceof ChronicleError)) throw error;
      say(io, sentenceOf(error));
    }
  }
  return queues;
}

async function findingQueues(io: Io): Promise<Queue[]> {
  const { layout, archive, scanContext } = await ownDrafts(io);
  const prepared = await Promise.all(readDrafts(layout).map((draft) => prepareDraft(draft, archive, scanContext)));
  return prepared
    .filter(({ state }) => state !== 'published')
    .map((each) => ({ draft: each.resolved.draft, open: openOf(each) }))
    .filter(({ open }) => open.length > 0)
    .map(({ draft, open }) => findingQueue(draft, open));
}

function notHere(why: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_TERMINAL',
    `chronicle review needs a person at a terminal. ${why} chronicle candidates list, chronicle memory list and chronicle draft list show what waits. Nothing was changed.`,
  );
}
