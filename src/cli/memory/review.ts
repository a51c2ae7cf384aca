import { defineCommand } from '#src/cli/command.ts';
import { requireUsualMemory } from '#src/setup/usual-memory.ts';
import { readProposals } from '#src/memory/proposals.ts';
import { memoryPlaceFor } from '#src/cli/memory/which-project.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { ownSnapshot } from '../own-archive.ts';
import { type Io, hasPerson } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { type Queue, review } from '../terminal/review.ts';
import { isInSession } from './consent.ts';
import { refreshMemoryIndex } from './own-memory.ts';
import { ProposalReview } from './review-proposals.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory review',
    description:
      'Go through the open proposals of a project in a terminal, as chronicle review does for all. Each is shown with its reason, its evidence and its diff: press y to apply it, n to decline it, e to edit it first, s to decide later, u to undo, q to quit. Each answer takes effect at once',
  },
  args: {
    project: {
      type: 'string',
      valueHint: 'project',
      description: 'Project whose proposals to review (default: the project of this checkout)',
    },
  },
  async run({ args, io }) {
    const { env } = io;
    if (isInSession(env)) throw notHere('It does not run in a Claude Code session.');
    if (!hasPerson(io)) throw notHere('This is not a terminal.');
    const place = memoryPlaceFor(env, { project: args.project });
    const queue = await proposalQueue(io, place);
    if (queue) await review(io, [queue]);
    else say(io, `No open proposals in ${place.proposals}.${elsewhere(io, place)}`);
    return 0;
  },
});

/**
 * The open proposals of a project, for a person to decide; null if it has none. Refuses a memory that has moved, like the command.
 */
export async function proposalQueue(io: Io, place: MemoryPlace): Promise<Queue | null> {
  requireUsualMemory(io.env, place);
  const { proposals, problems } = readProposals(place);
  for (const { line, message } of problems) say(io, `${place.proposals}:${line}: ${message}`);
  const open = proposals.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  const review = new ProposalReview(io, place);
  return {
    heading: `Make this a rule? ${counted(open.length, 'open proposal')} for ${place.memory}`,
    items: review.itemsOf(open),
    conclude() {
      const outcome = review.outcome();
      if (outcome.applied.length > 0) refreshMemoryIndex(io);
      for (const line of concluded(outcome)) say(io, line);
    },
  };
}

function notHere(why: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_TERMINAL',
    `chronicle memory review needs a person at a terminal. ${why} An agent should show the proposals, ask the person, and then run chronicle memory apply <ids|all> or chronicle memory skip <ids|all>. Nothing was changed.`,
  );
}

/** The other projects with open proposals. */
function elsewhere(io: Io, { projectDirectory }: MemoryPlace): string {
  const { proposals } = ownSnapshot(io).memory;
  const open = proposals.filter(({ state, project }) => state === 'open' && project.directory !== projectDirectory);
  const counts = Map.groupBy(open, ({ project }) => project.slug);
  if (counts.size === 0) return '';
  const listed = [...counts].slice(0, 20).map(([slug, { length }]) => `${counted(length, 'proposal')} for ${slug}`);
  return ` Elsewhere: ${listed.join(', ')}. Choose a project with --project.`;
}

function concluded({ applied, skipped, left }: ReturnType<ProposalReview['outcome']>): string[] {
  const words = (decision: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`${decision} ${ids.join(', ')}.`];
  return [...words('Applied', applied), ...words('Declined', skipped), ...words('Still open:', left)];
}
