import { defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { readConfig } from '#src/lib/config.ts';
import { branchOf } from '#src/lib/checkout.ts';
import { rebuildIndex } from '#src/notes/notebook-index-file.ts';
import { layersOf } from '#src/record/exclusion.ts';
import { projectHere, sessionCheckout } from '#src/record/where.ts';
import { pathsIn } from '#src/lib/env.ts';
import { startBriefing } from '#src/notes/start-context.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import type { CommandHelp } from '../command.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle brief', 'what the next session here is told'],
    ['chronicle brief --branch lar-41-retry-sync', 'the same on another branch'],
  ],
  exits: { 1: 'the next session here is told nothing' },
};

export const command = defineCommand({
  meta: { name: 'chronicle brief', description: 'Print the briefing that the next session here would get' },
  args: {
    branch: {
      type: 'string',
      valueHint: 'branch',
      description: 'The branch on which the session would start (default: this one)',
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { env } = io;
    const paths = pathsIn(env);
    const { config } = readConfig(paths);
    const checkout = sessionCheckout(env, env.cwd);
    const project = projectHere(env);
    const branch = args.branch ?? (await branchOf(checkout, env.variables));
    const { tokens: limit } = config.briefing;
    const isOn = layersOf(checkout, config, env.home).includes('observations');
    if (isOn) rebuildIndex(paths, project);
    const told = isOn
      ? startBriefing(paths, checkout, { project, branch, sessionId: null, now: env.now() }, limit)
      : null;
    if (args.json)
      printJson(io, {
        branch,
        on: isOn,
        limit,
        tokens: told?.tokens ?? 0,
        left_out: told?.leftOut ?? 0,
        shown: told?.shown ?? [],
        text: told?.text ?? null,
      });
    else if (told) printResult(io, told.text);
    if (!isOn)
      say(
        io,
        'Observations are off here, so the next session gets no briefing. To turn them on: chronicle init --layers observations',
      );
    else if (limit === 0)
      say(io, 'The settings say "briefing": { "tokens": 0 }, so the next session gets no briefing.');
    else if (!told)
      say(
        io,
        `Nothing to tell the next session on ${oneLine(branch)}: no attended session here has left observations, a handoff or open questions.`,
      );
    else
      say(
        io,
        `About ${grouped(told.tokens)} of at most ${grouped(limit)} tokens${told.leftOut === 0 ? '' : `; ${counted(told.leftOut, 'record')} did not fit`}.`,
      );
    return told ? 0 : 1;
  },
});
