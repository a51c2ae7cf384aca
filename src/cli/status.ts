import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { freshFailures, statusLine, statusState } from '#src/setup/status-line.ts';
import { statusFacts } from '#src/setup/status-facts.ts';
import { layoutIn } from '#src/lib/world.ts';
import type { CommandHelp } from './command.ts';
import { type Text, dim, green, line, red, yellow } from './terminal/text.ts';

export const help: CommandHelp = {
  examples: [
    [
      'chronicle status',
      'prints a line such as "chronicle: on · last 2 h ago (blog)". To see it below the prompt, add "statusLine": {"type": "command", "command": "chronicle status"} to Claude Code\'s settings',
    ],
  ],
  exits: { 1: 'nothing is recorded here, or the last session was not recorded' },
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
    else printResult(io, inColour(statusLine(facts), state));
    return state === 'failing' || state === 'off' ? 1 : 0;
  },
});

const COLOURS = { on: green, unused: yellow, off: red, failing: red };

/** The status line with its state in colour. */
function inColour(text: string, state: keyof typeof COLOURS): Text {
  const start = `chronicle: ${state}`;
  return line`chronicle: ${COLOURS[state](state)}${dim(text.slice(start.length))}`;
}
