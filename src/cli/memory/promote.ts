import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import {
  filePromotions,
  MOST_OPEN,
  type PlannedProposal,
  type PromotionPlan,
  pathsOf,
  plannedProposals,
  planPromotions,
} from '#src/node/memory/promote.ts';
import { showProposals } from '#src/node/memory/show-proposal.ts';
import { memoryPlaceFor } from '#src/node/memory/which-project.ts';
import { availableDetectors } from '#src/node/redaction/detectors.ts';
import { readRedactFile } from '#src/node/redaction/redact-file.ts';
import { layoutIn } from '#src/node/world.ts';
import { isNotebookPath } from '#src/project/paths.ts';
import { oneLine } from '#src/text/clip.ts';
import { counted } from '#src/text/day.ts';
import { capitalised } from '#src/value/spelled.ts';
import { ownSnapshot } from '../archive/own-archive.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { isInSession } from './consent.ts';
import { formatProposals, proposalBlock } from './format-proposal.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle memory promote --dry-run', 'shows what it would propose'],
    ['chronicle memory promote', 'files the proposals; nothing changes until a person decides'],
    ['chronicle memory promote --project larder', 'the notes of another project'],
  ],
  files: [
    ['<config>/projects/*/chronicle/notebooks/', 'notebooks of sessions'],
    ['<config>/projects/*/chronicle/memory/', 'proposals'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle memory promote',
    description:
      'File proposals for notes that the next session should know: failed attempts that name a technology, findings about paths and structure, questions that are open in two sessions. A note that memory says already, or that has a secret or personal data in it, is left out',
  },
  args: {
    session: { type: 'string', valueHint: 'id', description: 'Only what this session noted' },
    project: {
      type: 'string',
      valueHint: 'project',
      description: 'Project (default: the project of the session or of this directory)',
    },
    'dry-run': { type: 'boolean', description: 'Only show what would be proposed' },
  },
  async run({ args, io }) {
    const { world } = io;
    const layout = layoutIn(world);
    const place = memoryPlaceFor(world, args);
    const { sessions, memory, attention } = ownSnapshot(io);
    const isHere = ({ project }: { project: { directory: string } }) => project.directory === place.projectDirectory;
    const own = sessions.filter((each) => isHere(each) && each.path.startsWith(`${layout.projects}/`));
    const options = {
      world,
      place,
      sessions: own,
      files: memory.files.filter(isHere),
      session: args.session === undefined ? null : place.sessionId,
      detectors: () => availableDetectors({ ...world, list: readRedactFile(layout), sessions: own }),
    };
    const plan = await planPromotions(options);
    const isDry = args['dry-run'] === true;
    const { planned, faults } = isDry ? plannedProposals(options, plan) : { planned: [], faults: [] };
    const filed = isDry ? { stored: [], faults } : filePromotions(options, plan);
    if (planned.length > 0) printResult(io, planned.map(formatPlanned).join('\n\n'));
    const open = filed.stored.flatMap(({ proposal, was }) => (was === null ? [proposal] : []));
    if (open.length > 0) {
      const shown = formatProposals(showProposals(world, place, open, pathsOf(own)));
      printResult(io, isInSession(world) ? proposalBlock(shown, open) : shown);
    }
    const spoiled = new Set(attention.map(({ path }) => path).filter(isNotebookPath));
    const isOfProject = (path: string) => path.startsWith(`${place.chronicle}/`);
    sayWhatIsLeft(io, plan, { count: isDry ? planned.length : open.length, isDry, faults: filed.faults });
    const bad = [...spoiled].filter(isOfProject).length;
    if (bad > 0) say(io, `${capitalised(counted(bad, 'notebook'))} with problems: chronicle check lists them.`);
    return 0;
  },
});

interface Outcome {
  count: number;
  isDry: boolean;
  faults: readonly string[];
}

function sayWhatIsLeft(io: Io, plan: PromotionPlan, { count, isDry, faults }: Outcome): void {
  if (count === 0 && plan.waiting === 0) say(io, 'No notes to promote.');
  else if (isDry) say(io, `${capitalised(counted(count, 'proposal'))}. Nothing was filed.`);
  else if (count > 0 && !isInSession(io.world))
    say(io, `${capitalised(counted(count, 'proposal'))}. To decide, run chronicle memory review.`);
  if (plan.said > 0) say(io, `${capitalised(counted(plan.said, 'note'))} that memory has already.`);
  if (plan.private > 0) say(io, `${capitalised(counted(plan.private, 'note'))} left out: secrets or personal data.`);
  if (plan.waiting > 0)
    say(
      io,
      `${capitalised(counted(plan.waiting, 'more note'))} to promote. At most ${MOST_OPEN} proposals are open at once: decide on them, then run the command again.`,
    );
  for (const fault of new Set(faults)) say(io, oneLine(fault));
}

function formatPlanned({ action, file, reason, text, events }: PlannedProposal): string {
  const line = (text ?? '').trimEnd().split('\n');
  const added = action === 'NEW' ? (line.find((each) => each.startsWith('description: ')) ?? '') : (line.at(-1) ?? '');
  return [
    `[${action}] ${oneLine(file)}`,
    `  ${oneLine(added.replace(/^description: /, ''))}`,
    `  ${oneLine(reason)}`,
    ...events.map((event) => `  Evidence: ${event}`),
  ].join('\n');
}
