import { pathsIn } from '#src/lib/env.ts';
import { recordingStatus, type Status } from '#src/setup/status.ts';
import { type CommandHelp, defineCommand } from './command.ts';
import { printJson, printResult } from './terminal/print.ts';
import { dim, green, line, red, type Text, yellow } from './terminal/text.ts';

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
    const status = recordingStatus(io.env, pathsIn(io.env));
    if (args.json) printJson(io, status);
    else printResult(io, line`chronicle: ${statusText(status)}`);
    return status.state === 'failing' || status.state === 'off' ? 1 : 0;
  },
});

const COLOURS: Record<Status['state'], (text: Text) => Text> = { on: green, unused: yellow, off: red, failing: red };

/** The status line with its state in colour. */
export function statusText({ state, line: text }: Status): Text {
  return line`${COLOURS[state](state)}${dim(text.slice(state.length))}`;
}
