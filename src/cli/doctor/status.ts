import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { freshFailures, statusLine, statusState } from '#src/doctor/status-line.ts';
import { statusFacts } from '#src/node/doctor/status-facts.ts';
import { layoutIn } from '#src/node/world.ts';
import type { CommandHelp } from '../command-help.ts';

export const help: CommandHelp = {
  examples: [
    [
      'chronicle status',
      'prints a line such as "chronicle: on · last 2 h ago (blog)"; with "statusLine": {"type": "command", "command": "chronicle status"} in the settings of Claude Code it stands below the prompt',
    ],
  ],
  exits: { 1: 'nothing is recorded here, or the last session that started left no record' },
};

export const command = defineCommand({
  meta: { name: 'chronicle status', description: 'Say in one line whether recording works' },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  run({ args, io }) {
    const { world } = io;
    const facts = statusFacts(world, layoutIn(world));
    const state = statusState(facts);
    const { lastCapture, events, excludedBy, hooksOffIn, installed } = facts;
    if (args.json)
      printJson(io, { state, lastCapture, events, failures: freshFailures(facts), excludedBy, hooksOffIn, installed });
    else printResult(io, statusLine(facts));
    return state === 'failing' || state === 'off' ? 1 : 0;
  },
});
