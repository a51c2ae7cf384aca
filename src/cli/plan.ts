import { basename } from 'node:path';
import { type CommandHelp, defineCommand } from './command.ts';
import { printJson, printResult, say } from './terminal/print.ts';
import { openArchive } from '#src/archive/archive.ts';
import { branchOf, shownBranch } from '#src/lib/checkout.ts';
import { type FoundPlan, plansOf, shortPath } from '#src/notes/find-plans.ts';
import { projectOfCheckout, sessionCheckout } from '#src/record/where.ts';
import { pathsIn } from '#src/lib/env.ts';
import { isFinished, planLine, readPlan } from '#src/notes/plan.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { shellWord } from '#src/lib/words.ts';
import { archiveSettings } from './own-roots.ts';
import { table } from './terminal/table.ts';
import type { Text } from './terminal/text.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';

export const help: CommandHelp = {
  usage: '[list | show [BRANCH | PATH | SESSION]]',
  examples: [
    ['chronicle plan', "the plans of this project; * marks the current branch's"],
    ['chronicle plan show feature/login', "the steps of a branch's plan"],
  ],
  exits: { 1: 'there is no such plan' },
};

export const command = defineCommand({
  meta: { name: 'chronicle plan', description: "List this project's plans and how far they are, or print one" },
  args: {
    action: { type: 'positional', required: false, description: 'list (usual) or show' },
    branch: {
      type: 'positional',
      required: false,
      description: 'Whose plan to print: a branch, a file or a session that accepted one',
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { action = 'list', branch: wanted } = args;
    if ((action !== 'list' && action !== 'show') || args._.length > (action === 'show' ? 2 : 1))
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'Use chronicle plan, chronicle plan list or chronicle plan show [BRANCH | PATH | SESSION].',
      );
    const { env } = io;
    const checkout = sessionCheckout(env, env.cwd);
    const branch = await branchOf(checkout, env.variables);
    const paths = pathsIn(env);
    const { roots: more, rules } = archiveSettings(io, paths);
    const roots = [paths.projects, ...more];
    const archive = openArchive({ roots, rules, addresses: paths.addresses, origin: 'own', watch: false });
    const files = plansOf(checkout, branch);
    const plans: Listed[] = [
      ...files,
      ...acceptedPlans(archive, projectOfCheckout(checkout, rules, env.variables).root),
    ];
    const placeOf = (plan: Listed) => ('session' in plan ? plan.session : shortPath(plan.path, checkout));
    const chosen =
      action === 'list' ? plans : plans.filter((plan) => isNamed(plan, wanted ?? branch, placeOf(plan))).slice(0, 1);
    if (args.json)
      printJson(
        io,
        chosen.map((plan) => planEntry(plan, branch)),
      );
    else if (chosen.length > 0)
      printResult(io, action === 'list' ? formatPlans(chosen, branch, placeOf, io.stdout.columns) : formatPlan(chosen));
    if (chosen.length === 0) {
      const named = wanted ?? shownBranch({ branch });
      const which = action === 'list' || named === '' ? 'No plans' : `No plan of ${oneLine(named)}`;
      say(
        io,
        `${which} in ${checkout.top}. Looked in .claude/plans, .claude/plan.md and the plans accepted in sessions.`,
      );
      return 1;
    }
    const finished = action === 'list' ? files.filter(({ plan }) => isFinished(plan)) : [];
    if (finished.length > 0)
      say(
        io,
        `${counted(finished.length, 'plan')} finished. To remove: rm ${finished.map(({ path }) => shellWord(path)).join(' ')}`,
      );
    return 0;
  },
});

type Listed = FoundPlan | AcceptedPlan;

function isNamed({ branch, path }: Listed, name: string, place: string): boolean {
  return branch === name || place === name || basename(path) === name || basename(path, '.md') === name;
}

function planEntry(found: Listed, current: string) {
  const { path, branch, plan, changed } = found;
  const { title, steps, done, unmarked } = plan;
  const session = 'session' in found ? found.session : null;
  const common = { path, session, branch, current: branch === current, title, done, total: steps.length };
  return { ...common, finished: isFinished(plan), changed: new Date(changed).toISOString(), steps, unmarked };
}

function formatPlans(
  plans: readonly Listed[],
  current: string,
  placeOf: (plan: Listed) => string,
  columns: number,
): Text {
  return table(
    plans.map((found) => {
      const { branch, plan } = found;
      const isAccepted = 'session' in found;
      return [
        branch === current ? '*' : '',
        isAccepted ? `accepted in ${found.session}` : (branch ?? placeOf(found)),
        plan.steps.length === 0 ? '-' : `${plan.done} of ${plan.steps.length}`,
        clip(oneLine(plan.title), 100),
        isFinished(plan) ? 'finished' : planLine(plan),
      ];
    }),
    { head: ['', 'Plan', 'Steps', 'Title', 'Next'], right: [2], keep: [0, 2], width: columns, last: 'cut' },
  );
}

function formatPlan([found]: readonly Listed[]): Text {
  if (!found) return '';
  const { path, plan } = found;
  const steps = [
    ...plan.steps.map(({ text, done }) => `${done ? '[x]' : '[ ]'} ${oneLine(text)}`),
    ...plan.unmarked.map((text, index) => `${index + 1}. ${oneLine(text)}`),
  ];
  const where = 'session' in found ? `accepted in ${found.session}, on ${oneLine(found.branch ?? '')}` : path;
  const progress =
    plan.steps.length === 0
      ? 'No steps with boxes, so its progress is unknown.'
      : `${plan.done} of ${plan.steps.length} steps done.`;
  return [oneLine(plan.title), where, progress, ...(steps.length === 0 ? [] : ['', ...steps])].join('\n');
}

/** A plan that a person accepted in a session. It is in the session's facts, in no file of its own. */
export interface AcceptedPlan extends FoundPlan {
  /** The name of the session. */
  session: string;
}

interface Sessions {
  snapshot: { sessions: readonly Session[] };
  factsOf(session: Session): Facts | null;
}

/** How many sessions are read, and how many plans are kept. */
const MOST = { sessions: 50, plans: 10 };

/** The plans that were last accepted in the newest sessions of a project, newest first: one a session. */
export function acceptedPlans(archive: Sessions, root: string): AcceptedPlan[] {
  return archive.snapshot.sessions
    .filter(({ project, facts }) => project.root === root && facts !== undefined)
    .toSorted((a, b) => endOf(b) - endOf(a))
    .slice(0, MOST.sessions)
    .flatMap((session): AcceptedPlan[] => {
      const last = archive.factsOf(session)?.plans.at(-1);
      if (!last) return [];
      const { name, path, chronicle } = session;
      const plan = readPlan(last.text);
      const titled = { ...plan, title: plan.title || last.heading };
      return [
        { session: name, path, branch: chronicle.frontMatter.branch, plan: titled, changed: Date.parse(last.at) },
      ];
    })
    .slice(0, MOST.plans);
}

/** When a session ended; before all others if its facts do not say. */
function endOf({ facts }: Session): number {
  return Date.parse(facts?.to ?? '') || 0;
}
