import { basename } from 'node:path';
import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { addsOf, costOf, layerChoices } from '#src/setup/layer-facts.ts';
import { CONTRACT_CHOICES, type ContractChoice } from '#src/setup/contract-place.ts';
import { SKILLS, packageFiles } from '#src/setup/package-files.ts';
import { type InitOptions, type InitPlan, changesOf, isDone, planInit } from '#src/setup/plan-init.ts';
import { runInit, sweepAfterInit } from '#src/setup/run-init.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { LAYERS, type Layer, USUAL_LAYERS } from '#src/lib/layers.ts';
import { capitalisedProse } from '#src/lib/text/capital.ts';
import { listed } from '#src/lib/listed.ts';
import type { CommandHelp } from './command.ts';
import { hasUnimported } from '#src/import/find-sources.ts';
import { type Io, hasPerson } from './terminal/io.ts';
import { say } from './terminal/print.ts';
import { PROJECT_ARGS, PROJECT_USAGE, agrees, findProject, formatChange, formatSkillRemoval } from './install.ts';
import { counted } from '#src/lib/text/day.ts';

const skillNames = listed(
  SKILLS.map(({ name, layer }) => (layer === 'log' ? `/${name}` : `/${name} (with the layer ${layer})`)),
);

export const command = defineCommand({
  meta: {
    name: 'chronicle init',
    description:
      "Set up recording: hooks in Claude Code's settings, the skills, and the contract that tells the agent what to log. Shows every change first",
  },
  args: {
    ...PROJECT_ARGS,
    shared: { type: 'boolean', description: "With --project: use the project's settings.json, which the team shares" },
    contract: {
      type: 'string',
      valueHint: CONTRACT_CHOICES.join('|'),
      description: 'Where to tell the agent what to log: agents (AGENTS.md), claude (CLAUDE.md) or none',
    },
    layers: {
      type: 'string',
      valueHint: LAYERS.join(','),
      description: `What the agent writes: ${LAYERS.map((layer) => `${layer} (${addsOf([layer])})`).join(', ')}; each includes those before it. ${listed(USUAL_LAYERS)} unless you choose; with --project, for that project only`,
    },
    skill: {
      type: 'boolean',
      default: true,
      description: `Install ${skillNames}`,
      negativeDescription: 'Install no skills, or remove them again',
    },
    yes: { type: 'boolean', description: 'Do not ask' },
    'dry-run': { type: 'boolean', description: 'Show what would change, and change nothing' },
  },
  async run({ args, rawArgs, io }) {
    const { world } = io;
    const options: InitOptions = {
      root: findProject(world, args, rawArgs),
      isShared: args.shared === true,
      contract: contractChoice(args.contract),
      hasSkills: args.skill,
      layers: layersChoice(args.layers),
    };
    refuseOddOptions(options);
    const source = packageFiles();
    const first = planInit(world, source, options);
    const asks = first.old === undefined && options.layers === null && args.yes !== true && args['dry-run'] !== true;
    if (asks && hasPerson(io)) {
      const chosen = await askLayers(io, first.layers);
      if (chosen === null) return 2;
      options.layers = chosen;
    }
    const plan = options.layers === null ? first : planInit(world, source, options);
    if (isDone(plan)) {
      for (const remark of plan.remarks) say(io, remark);
      if (args['dry-run'] !== true) sweepAfterInit(plan, world);
      printResult(
        io,
        `Already installed: ${plan.settings.path} has the hooks of version ${plan.entry.version}, and the agent writes ${addsOf(plan.layers)}. Nothing was changed.`,
      );
      return 0;
    }
    printResult(io, formatInit(plan));
    for (const remark of plan.remarks) say(io, remark);
    if (args['dry-run'] === true) {
      say(io, 'Nothing was changed.');
      return 0;
    }
    const agreed = args.yes === true ? options : await agreedOptions(io, plan, options);
    if (agreed === null) return 2;
    const done = runInit(world, source, agreed, plan);
    printResult(io, `\n${formatInstalled(done)}`);
    for (const stop of done.stops) say(io, stop);
    if (hasUnimported(io.world))
      say(io, 'Found claude-mem on this machine. Run chronicle import to see what can be imported.');
    return 0;
  },
});

export const help: CommandHelp = {
  usage: PROJECT_USAGE,
  examples: [
    ['chronicle init', 'for all your projects; asks before it changes anything'],
    ['chronicle init --dry-run', 'shows what it would change'],
    ['chronicle init --layers log', 'without the notebook; adds or removes hooks if chronicle is installed'],
    ['chronicle init --yes --contract none', 'does not ask, and leaves CLAUDE.md alone'],
    ['chronicle init --project --shared', 'for the current checkout, in its shared settings.json'],
  ],
  exits: { 2: 'wrong usage, a file cannot be changed, or nobody confirmed; nothing was changed' },
  files: [
    ['<config>/settings.json', 'gets the hooks; with --project, .claude/settings.local.json'],
    ['<config>/skills/', `gets ${skillNames}`],
    ['<config>/CLAUDE.md', "gets the contract; with --project, the project's AGENTS.md or CLAUDE.md"],
    ['<config>/session-chronicle/app/', 'the hook scripts'],
    ['<config>/session-chronicle/config.json', 'gets the layers, if you choose others than it has'],
    ['<config>/session-chronicle/install.json', 'what was changed, so that chronicle uninstall can undo it'],
  ],
};

function contractChoice(word: string | undefined): ContractChoice | null {
  const choice = CONTRACT_CHOICES.find((each) => each === word);
  if (choice || word === undefined) return choice ?? null;
  throw wrongUse(`Unknown --contract "${word}". Use one of: ${CONTRACT_CHOICES.join(', ')}.`);
}

/** The layers in a list such as `log,notes`, with those that they build on. */
function layersChoice(list: string | undefined): Layer[] | null {
  if (list === undefined) return null;
  const words = list.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !LAYERS.some((layer) => layer === word));
  if (unknown === undefined)
    return LAYERS.slice(0, Math.max(0, ...words.map((word) => LAYERS.indexOf(word as Layer))) + 1);
  throw wrongUse(`Unknown layer "${unknown}" in --layers. The layers are ${listed(LAYERS)}; separate them by commas.`);
}

/** Asks which layers to install; what is set now comes first. Null if the person leaves. */
async function askLayers(io: Io, current: readonly Layer[]): Promise<Layer[] | null> {
  const isCurrent = (layers: readonly Layer[]) => layers.join() === current.join();
  const choices = layerChoices().toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
  const answer = await io.ask.choose(
    'What should the agent write while it works?',
    choices.map((layers) => ({
      value: layers.join(),
      label: `${capitalisedProse(addsOf(layers))} (${costOf(layers)})`,
    })),
  );
  if (answer === undefined) say(io, 'Nothing was changed.');
  return answer === undefined ? null : layersChoice(answer);
}

function refuseOddOptions({ root, isShared, contract }: InitOptions): void {
  if (root === null && isShared) throw wrongUse('--shared needs --project: only a project has shared settings.');
  if (root === null && contract === 'agents')
    throw wrongUse('Claude Code loads AGENTS.md only in a project. Use --contract claude, or add --project.');
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was changed.`);
}

/** The options a person agrees to after seeing the plan, with or without the contract; null if they decline. */
async function agreedOptions(io: Io, plan: InitPlan, options: InitOptions): Promise<InitOptions | null> {
  const isNew = plan.contract !== null && plan.contract.before !== plan.contract.after;
  if (options.contract !== null || !isNew || !hasPerson(io))
    return (await agrees(io, 'Make these changes?')) ? options : null;
  const answer = await io.ask.choose<'all' | 'without' | 'nothing'>('Make these changes?', [
    { value: 'all', label: 'Yes' },
    {
      value: 'without',
      label: `Yes, but leave ${basename(plan.contract?.path ?? '')} alone`,
      hint: 'the agent is reminded only when a session starts',
    },
    { value: 'nothing', label: 'No' },
  ]);
  if (answer === 'all') return options;
  if (answer === 'without') return { ...options, contract: 'none' };
  say(io, 'Nothing was changed.');
  return null;
}

/** What `chronicle init` would do, for a person to approve. */
export function formatInit(plan: InitPlan): string {
  const { app, skills, skillRemovals } = plan;
  return [
    copied('Hook scripts', app.app, [...app.writes.keys()], app.removes),
    ...skills.map(({ name, path, writes, removes }) => copied(`Skill /${name}`, path, [...writes.keys()], removes)),
    ...skillRemovals.filter(({ files }) => files.length > 0).map(formatSkillRemoval),
    ...changesOf(plan).map((change) => `\n${formatChange(change)}`),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function copied(what: string, path: string, writes: readonly string[], removes: readonly string[]): string {
  if (writes.length + removes.length === 0) return '';
  const gone = removes.length > 0 ? `; delete ${removes.join(', ')}` : '';
  return `${what}: ${counted(writes.length, 'file')} in ${path}${gone}`;
}

/** The result of init, and what to do next. */
export function formatInstalled(plan: InitPlan): string {
  const { entry, contract, skills, app, stops, layers } = plan;
  const { root, settings } = entry;
  const isLocal = settings.path.endsWith('.local.json');
  const project = root === null ? '' : ' --project';
  const shared = root === null || isLocal ? '' : ' --shared';
  const recorded = root === null ? 'sessions in all your projects' : `sessions in ${root}`;
  return [
    stops.length === 0
      ? `Done. Claude Code now records ${recorded}, with hooks in ${settings.path} that run from ${app.app}.`
      : `Installed, with hooks in ${settings.path} that run from ${app.app}. Claude Code will record ${recorded} once you fix this:`,
    ...(root !== null && !isLocal
      ? [
          'Everyone on the team runs chronicle init once; until then these hooks do nothing for them. They need a POSIX shell.',
        ]
      : []),
    ...skills.map(({ name }) => `The skill /${name} is installed.`),
    `The agent writes ${addsOf(layers)}: ${costOf(layers)}. To change that: chronicle init${project}${shared} --layers ${otherThan(layers)}`,
    contract === null
      ? 'The agent was not told what to log. To add that to CLAUDE.md, use --contract claude.'
      : `${contract.path} tells the agent what to log.`,
    ...gitLines(plan),
    ...(stops.length === 0
      ? [`\nNext: start Claude Code ${root === null ? 'in any project' : 'there'}. Then:`]
      : ['\nThen:']),
    ...nextCommands(
      ['chronicle doctor', 'check that recording works'],
      ['chronicle import transcripts', 'import the sessions you already had'],
      [`chronicle uninstall${project}`, root === null ? 'undo all of this' : 'undo all of this; run it in the project'],
    ),
  ].join('\n');
}

/** Commands and what they do, in two columns. */
function nextCommands(...commands: readonly (readonly [command: string, about: string])[]): string[] {
  const width = Math.max(...commands.map(([command]) => command.length));
  return commands.map(([command, about]) => `  ${command.padEnd(width)}  ${about}`);
}

/** Another choice of layers, as for `--layers`. */
function otherThan(layers: readonly Layer[]): string {
  return (layerChoices().find((each) => each.join() !== layers.join()) ?? layers).join(',');
}

/** Which files of a project git shows, and which to keep out of it. */
function gitLines({ entry, contract, import: imported, skills }: InitPlan): string[] {
  if (entry.root === null) return [];
  const isLocal = entry.settings.path.endsWith('.local.json');
  const shown = [...(isLocal ? [] : [entry.settings]), contract, imported, ...skills].flatMap(
    (each) => each?.path ?? [],
  );
  return [
    ...(isLocal ? [`Keep ${entry.settings.path} out of git: it contains paths on your machine.`] : []),
    ...(shown.length > 0
      ? [
          `Git shows these as new or changed: ${shown.join(', ')}. Commit them for the whole team, or list new ones in .git/info/exclude.`,
        ]
      : []),
  ];
}
