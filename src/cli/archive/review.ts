import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { filteredCandidates } from '#src/cli/import/candidates/find-candidates.ts';
import { reviewEvents } from '#src/cli/import/candidates/review.ts';
import { isInSession } from '#src/cli/memory/consent.ts';
import { reviewPlace } from '#src/cli/memory/review.ts';
import { ownDrafts } from '#src/cli/posts/drafts/own-drafts.ts';
import { hasPerson, type Io } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { memoryPlaceFor } from '#src/node/memory/which-project.ts';
import { readDrafts } from '#src/node/posts/drafts/read-drafts.ts';
import { prepareDraft } from '#src/posts/export/prepare-draft.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import { ownSnapshot } from './own-archive.ts';

export const help: CommandHelp = {
  examples: [['chronicle review', 'everything that the inbox of the site shows']],
  files: [
    ['<config>/projects/*/chronicle/', 'the chronicles whose events are confirmed or dropped'],
    ['<config>/projects/*/memory/', 'the memories that approved proposals change'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle review',
    description:
      'Go through everything that waits for a decision in a terminal: unconfirmed events, then the proposals of each project, then drafts with open findings. Every answer takes effect at once; u undoes it, and q goes on to the next kind',
  },
  args: {},
  async run({ io }) {
    if (isInSession(io.world)) throw notHere('It does not run in a Claude Code session.');
    if (!hasPerson(io)) throw notHere('This is not a terminal.');
    const { sessions, memory } = ownSnapshot(io);
    const events = filteredCandidates(sessions, {});
    if (events.length > 0) {
      printResult(io, `Did this happen? ${counted(events.length, 'unconfirmed event')}`);
      await reviewEvents(io, events);
    }
    const open = memory.proposals.filter(({ state }) => state === 'open');
    const projects = [...new Set(open.map(({ project }) => project.slug))];
    for (const slug of projects) await reviewProject(io, slug);
    const drafts = await draftsWithFindings(io);
    for (const { slug, findings } of drafts)
      say(
        io,
        `The draft ${slug} has ${counted(findings, 'open finding')}. Decide with: chronicle draft redact ${slug}`,
      );
    if (events.length + projects.length + drafts.length === 0) say(io, 'Nothing waits for you.');
    return 0;
  },
});

/** A project whose memory cannot be reviewed now does not keep the others from it. */
async function reviewProject(io: Io, slug: string): Promise<void> {
  printResult(io, `Shall this be a rule? Project ${slug}`);
  try {
    await reviewPlace(io, memoryPlaceFor(io.world, { project: slug }));
  } catch (error) {
    if (!(error instanceof ChronicleError)) throw error;
    say(io, sentenceOf(error));
  }
}

async function draftsWithFindings(io: Io): Promise<{ slug: string; findings: number }[]> {
  const { layout, archive, scanContext } = await ownDrafts(io);
  const prepared = await Promise.all(readDrafts(layout).map((draft) => prepareDraft(draft, archive, scanContext)));
  return prepared
    .map(({ resolved, open }) => ({ slug: resolved.draft.slug, findings: open.must + open.review }))
    .filter(({ findings }) => findings > 0);
}

function notHere(why: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_TERMINAL',
    `chronicle review needs a person at a terminal. ${why} chronicle candidates list and chronicle memory list show what waits. Nothing was changed.`,
  );
}
