import type { CommandHelp } from '#src/cli/command-help.ts';
import { VERDICT_HELP, verdictCommand } from './verdict-command.ts';

export const command = verdictCommand(
  'confirm',
  'Make candidates events like any other: they count from then on; those of sessions that nobody sat in front of (claude -p) are counted apart, as all of such sessions is',
);

export const help: CommandHelp = {
  ...VERDICT_HELP,
  examples: [
    ['chronicle candidates confirm 2026-03-24-main#e-3f6c2a', 'a candidate that is one'],
    ['chronicle candidates confirm all --project tidemark --tag user-correction', 'all corrections of a project'],
  ],
};
