import { basename, relative } from 'node:path';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { shellWord } from '#src/doctor/health-finding.ts';
import { branchOf } from '#src/node/git/branch.ts';
import { type FoundPlan, plansOf } from '#src/node/plans/find-plans.ts';
import { sessionCheckout } from '#src/node/session/where.ts';
import { layoutIn } from '#src/node/world.ts';
import { isFinished, planLine } from '#src/plans/plan.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { counted } from '#src/text/day.ts';
import type { CommandHelp } from '../command-help.ts';
import { table } from '../terminal/table.ts';
import type { Text } from '../terminal/text.ts';

export const help: CommandHelp = {
  usage: '[list | show [BRANCH]]',
  examples: [
    ['chronicle plan', "the plans of this project; * marks the current branch's"],
    ['chronicle plan show feature/login', "the steps of a branch's plan"],
  ],
  exits: { 1: 'There is no such plan' },
  files: [
    ['<checkout>/.claude/plans/<branch>.md', 'the plan of a branch'],
    ['<checkout>/.claude/plan.md', 'a plan for the whole checkout'],
    ['plansDirectory', 'the plans of Claude Code, if its settings keep them in the project'],
  ],
};

export const command = defineCommand({
  meta: { name: 'chronicle plan', description: "List this project's plans and how far they are, or print one" },
  args: {
    action: { type: 'positional', required: false, description: 'list (usual) or show' },
    branch: { type: 'positional', required: false, description: 'Whose plan to print: a branch or a file name' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { action = 'list', branch: wanted } = args;
    if ((action !== 'list' && action !== 'show') || args._.length > (action === 'show' ? 2 : 1))
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'Use chronicle plan, chronicle plan list or chronicle plan show [BRANCH].',
      );
    const { world } = io;
    const checkout = sessionCheckout(world, world.cwd);
    const branch = await branchOf(checkout, world.env);
    const plans = plansOf(checkout, branch, layoutIn(world));
    const chosen = action === 'list' ? plans : plans.filter((plan) => isNamed(plan, wanted ?? branch)).slice(0, 1);
    if (args.json)
      printJson(
        io,
        chosen.map((plan) => planEntry(plan, branch)),
      );
    else if (chosen.length > 0)
      printResult(
        io,
        action === 'list' ? formatPlans(chosen, branch, checkout.top, io.stdout.columns) : formatPlan(chosen),
      );
    if (chosen.length === 0) {
      const which = action === 'show' ? `No plan of ${oneLine(wanted ?? branch)}` : 'No plans';
      say(
        io,
        `${which} in ${checkout.top}. Looked in .claude/plans, .claude/plan.md and the plansDirectory of Claude Code's settings.`,
      );
      return 1;
    }
    const finished = action === 'list' ? plans.filter(({ plan }) => isFinished(plan)) : [];
    if (finished.length > 0)
      say(
        io,
        `${counted(finished.length, 'plan')} finished. To remove: rm ${finished.map(({ path }) => shellWord(path)).join(' ')}`,
      );
    return 0;
  },
});

function isNamed({ branch, path }: FoundPlan, name: string): boolean {
  return branch === name || basename(path) === name || basename(path, '.md') === name;
}

function planEntry({ path, branch, plan, changed }: FoundPlan, current: string) {
  const { title, steps, done } = plan;
  const common = { path, branch, current: branch === current, title, done, total: steps.length };
  return { ...common, finished: isFinished(plan), changed: new Date(changed).toISOString(), steps };
}

function formatPlans(plans: readonly FoundPlan[], current: string, top: string, columns: number): Text {
  return table(
    plans.map(({ branch, path, plan }) => [
      branch === current ? '*' : '',
      branch ?? relative(top, path),
      plan.steps.length === 0 ? '-' : `${plan.done} of ${plan.steps.length}`,
      clip(oneLine(plan.title), 100),
      isFinished(plan) ? 'finished' : planLine(plan),
    ]),
    { head: ['', 'Plan', 'Steps', 'Title', 'Next'], right: [2], keep: [0, 2], width: columns, last: 'cut' },
  );
}

function formatPlan([found]: readonly FoundPlan[]): Text {
  if (!found) return '';
  const { path, plan } = found;
  const steps = plan.steps.map(({ text, done }) => `${done ? '[x]' : '[ ]'} ${oneLine(text)}`);
  const progress =
    steps.length === 0
      ? 'No steps with boxes, so its progress is unknown.'
      : `${plan.done} of ${steps.length} steps done.`;
  return [oneLine(plan.title), path, progress, ...(steps.length === 0 ? [] : ['', ...steps])].join('\n');
}
