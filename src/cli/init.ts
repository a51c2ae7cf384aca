import { hasUnimported } from '#src/import/find-sources.ts';
import { LAYERS, type Layer, USUAL_LAYERS } from '#src/lib/config.ts';
import { listed } from '#src/lib/listed.ts';
import { capitalisedProse } from '#src/lib/words.ts';
import { counted } from '#src/lib/text/day.ts';
import {
  changesOf,
  type InitOptions,
  type InitPlan,
  isDone,
  planInit,
  runInit,
  cleanUpAfterInit,
} from '#src/setup/install.ts';
import { addsOf, costOf, layerChoices } from '#src/setup/layers.ts';
import { packageFiles, SKILLS } from '#src/setup/package-copy.ts';
import { type CommandHelp, defineCommand } from './command.ts';
import { findProject, formatChanges, PROJECT_OPTION, wrongUse } from './install.ts';
import { agrees } from './terminal/ask.ts';
import { hasPerson, type Io } from './terminal/io.ts';
import { printResult, say } from './terminal/print.ts';

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
    project: PROJECT_OPTION,
    shared: { type: 'boolean', description: "With --project: use the project's settings.json, which the team shares" },
    contract: {
      type: 'boolean',
      description:
        "Tell the agent what to log, in CLAUDE.md or a project's AGENTS.md; --no-contract leaves that out, or removes it. What you chose before stays",
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
  async run({ args, io }) {
    const { env } = io;
    const isDry = args['dry-run'] === true;
    const options: InitOptions = {
      root: findProject(env, args.project),
      isShared: args.shared === true,
      contract: args.contract ?? null,
      hasSkills: args.skill,
      layers: layersChoice(args.layers),
    };
    if (options.root === null && options.isShared)
      throw wrongUse('--shared needs --project: only a project has shared settings.');
    const source = packageFiles();
    let plan = planInit(env, source, options);
    if (plan.old === undefined && options.layers === null && args.yes !== true && !isDry && hasPerson(io)) {
      options.layers = await askLayers(io, plan.layers);
      if (options.layers === null) return 2;
      plan = planInit(env, source, options);
    }
    if (isDone(plan)) {
      for (const remark of plan.remarks) say(io, remark);
      if (!isDry) cleanUpAfterInit(plan);
      printResult(
        io,
        `Already installed: ${plan.entry.settings} has the hooks of version ${plan.entry.version}, and the agent writes ${addsOf(plan.layers)}. Nothing was changed.`,
      );
      return 0;
    }
    printResult(io, formatInit(plan));
    for (const remark of plan.remarks) say(io, remark);
    if (isDry) {
      say(io, 'Nothing was changed.');
      return 0;
    }
    if (args.yes !== true && !(await agrees(io, 'Make these changes?', true))) {
      say(io, 'Nothing was changed.');
      return 2;
    }
    const done = runInit(env, source, options, plan);
    printResult(io, `\n${formatInstalled(done)}`);
    for (const stop of done.stops) say(io, stop);
    if (hasUnimported(io.env))
      say(io, 'Found claude-mem on this machine. Run chronicle import to see what can be imported.');
    return 0;
  },
});

export const help: CommandHelp = {
  examples: [
    ['chronicle init', 'for all your projects; asks before it changes anything'],
    ['chronicle init --dry-run', 'shows what it would change'],
    ['chronicle init --layers log', 'without the notebook; adds or removes hooks if chronicle is installed'],
    ['chronicle init --yes --no-contract', 'does not ask, and leaves CLAUDE.md alone'],
    ['chronicle init --project --shared', 'for the current checkout, in its shared settings.json'],
  ],
  exits: { 2: 'wrong usage, a file cannot be changed, or nobody confirmed; nothing was changed' },
};

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

/** What `chronicle init` would do, for a person to approve. */
function formatInit(plan: InitPlan): string {
  const { app, writes, removes } = plan.app;
  const gone = removes.length > 0 ? `; delete ${removes.join(', ')}` : '';
  return [
    ...(writes.size + removes.length > 0 ? [`Hook scripts: ${counted(writes.size, 'file')} in ${app}${gone}`] : []),
    ...formatChanges(changesOf(plan)),
  ].join('\n');
}

/** The result of init, and what to do next. */
function formatInstalled({ entry, contract, adds, app, stops, layers }: InitPlan): string {
  const { root, settings } = entry;
  const isShared = root !== null && !settings.endsWith('.local.json');
  const project = root === null ? '' : ' --project';
  const recorded = root === null ? 'sessions in all your projects' : `sessions in ${root}`;
  const others = layerChoices().find((each) => each.join() !== layers.join()) ?? layers;
  const skills = SKILLS.filter(({ name }) => adds.some(({ path }) => path.endsWith(`/skills/${name}/SKILL.md`)));
  const uninstall = `chronicle uninstall${project}`;
  const lines = [
    stops.length === 0
      ? `Done. Claude Code now records ${recorded}, with hooks in ${settings} that run from ${app.app}.`
      : `Installed, with hooks in ${settings} that run from ${app.app}. Claude Code will record ${recorded} once you fix this:`,
    isShared && 'Everyone on the team runs chronicle init once; until then these hooks do nothing for them.',
    skills.length > 0 && `Installed the skills ${listed(skills.map(({ name }) => `/${name}`))}.`,
    `The agent writes ${addsOf(layers)}: ${costOf(layers)}. To change that: chronicle init${project}${isShared ? ' --shared' : ''} --layers ${others.join(',')}`,
    contract === null
      ? 'The agent was not told what to log. To add that to CLAUDE.md, use --contract.'
      : `${contract} tells the agent what to log. To remove that: chronicle init${project} --no-contract`,
    root !== null && !isShared && `Keep ${settings} out of git: it contains paths on your machine.`,
    `\nNext: start Claude Code ${root === null ? 'in any project' : 'there'}. Then:`,
    '  chronicle doctor              check that recording works',
    '  chronicle import transcripts  import the sessions you already had',
    `  ${uninstall.padEnd(28)}  undo all of this${root === null ? '' : '; run it in the project'}`,
  ];
  return lines.filter((line) => line !== false).join('\n');
}
