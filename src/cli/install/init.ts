import { basename } from 'node:path';
import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { CONTRACT_CHOICES, type ContractChoice } from '#src/node/install/contract-place.ts';
import { packageFiles } from '#src/node/install/package-files.ts';
import { type InitPlan, type InitWish, isDone, planInit } from '#src/node/install/plan-init.ts';
import { runInit, sweepAfterInit } from '#src/node/install/run-init.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { hasPerson } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { agrees } from './agreement.ts';
import { findProject, PROJECT_ARGS, PROJECT_USAGE } from './find-project.ts';
import { formatInit, formatInstalled } from './format-init.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle init',
    description:
      'Have Claude Code record its sessions: hooks in its settings, the skill, and the section that tells the agent what to log. Shows every change first',
  },
  args: {
    ...PROJECT_ARGS,
    shared: { type: 'boolean', description: "With --project: into the project's settings.json, which git may carry" },
    contract: {
      type: 'string',
      valueHint: CONTRACT_CHOICES.join('|'),
      description: 'Where the agent is told what to log: agents (AGENTS.md), claude (CLAUDE.md) or none',
    },
    skill: {
      type: 'boolean',
      default: true,
      description: 'Install /session-retro',
      negativeDescription: 'Leave out /session-retro, or take it out again',
    },
    yes: { type: 'boolean', description: 'Do not ask' },
    'dry-run': { type: 'boolean', description: 'Show what would change and write nothing' },
  },
  async run({ args, rawArgs, io }) {
    const { world } = io;
    const wish: InitWish = {
      root: findProject(world, args, rawArgs),
      isShared: args.shared === true,
      contract: contractMeant(args.contract),
      hasSkill: args.skill,
    };
    refuseOddWish(wish);
    const source = packageFiles();
    const plan = planInit(world, source, wish);
    if (isDone(plan)) {
      for (const remark of plan.remarks) say(io, remark);
      if (args['dry-run'] !== true) sweepAfterInit(plan, world);
      printResult(io, `Nothing to change: ${plan.settings.path} has the hooks of version ${plan.entry.version}.`);
      return 0;
    }
    printResult(io, formatInit(plan));
    for (const remark of plan.remarks) say(io, remark);
    if (args['dry-run'] === true) {
      say(io, 'Nothing was written.');
      return 0;
    }
    const agreed = args.yes === true ? wish : await agreedWish(io, plan, wish);
    if (agreed === null) return 2;
    const done = runInit(world, source, agreed, plan);
    printResult(io, `\n${formatInstalled(done)}`);
    for (const stop of done.stops) say(io, stop);
    return 0;
  },
});

export const help: CommandHelp = {
  usage: PROJECT_USAGE,
  examples: [
    ['chronicle init', 'for all your projects; asks before it writes'],
    ['chronicle init --dry-run', 'shows what it would write'],
    ['chronicle init --yes --contract none', 'without questions, and without a word in CLAUDE.md'],
    ['chronicle init --project --shared', 'for the checkout you are in, in its settings.json'],
  ],
  exits: { 2: 'wrong use, a file that cannot be changed, or nobody agreed; nothing was written' },
  files: [
    ['<config>/settings.json', 'gets the hooks; .claude/settings.local.json with --project'],
    ['<config>/skills/session-retro/', 'the skill'],
    ['<config>/CLAUDE.md', "what the agent is told; the project's AGENTS.md or CLAUDE.md with --project"],
    ['<config>/session-chronicle/app/', 'what the hooks run'],
    ['<config>/session-chronicle/install.json', 'what was written, by which chronicle uninstall takes it out'],
  ],
};

function contractMeant(word: string | undefined): ContractChoice | null {
  const choice = CONTRACT_CHOICES.find((each) => each === word);
  if (choice || word === undefined) return choice ?? null;
  throw wrongUse(`--contract is one of ${CONTRACT_CHOICES.join(', ')}, not "${word}".`);
}

function refuseOddWish({ root, isShared, contract }: InitWish): void {
  if (root === null && isShared) throw wrongUse('--shared is for the settings of a project: name it with --project.');
  if (root === null && contract === 'agents')
    throw wrongUse(
      'Claude Code loads no AGENTS.md for all projects: take --contract claude, or name one with --project.',
    );
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was written.`);
}

/** What a person wants of the plan that they have seen: with or without a new section for the agent. Null for nothing. */
async function agreedWish(io: Io, plan: InitPlan, wish: InitWish): Promise<InitWish | null> {
  const isNew = plan.contract !== null && plan.contract.before !== plan.contract.after;
  if (wish.contract !== null || !isNew || !hasPerson(io)) return (await agrees(io, 'Do this?')) ? wish : null;
  const answer = await io.ask.choose<'all' | 'without' | 'nothing'>('Do this?', [
    { value: 'all', label: 'All of it' },
    {
      value: 'without',
      label: `Without a word in ${basename(plan.contract?.path ?? '')}`,
      hint: 'only the start of a session tells the agent what to log',
    },
    { value: 'nothing', label: 'Nothing' },
  ]);
  if (answer === 'all') return wish;
  if (answer === 'without') return { ...wish, contract: 'none' };
  say(io, 'Nothing was written.');
  return null;
}
