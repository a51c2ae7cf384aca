import type { CommandHelp } from '#src/cli/command-help.ts';
import { VERDICT_HELP, verdictCommand } from './verdict-command.ts';

export const command = verdictCommand('drop', 'Delete unconfirmed events from their chronicles. No copy is kept');

export const help: CommandHelp = {
  ...VERDICT_HELP,
  examples: [
    ['chronicle candidates drop 2026-03-24-main#e-3f6c2a', 'one event'],
    ['chronicle candidates drop 2026-03-24-main#9e6b1c1e', 'one of several with the same text'],
    ['chronicle candidates drop all --project tidemark --tag pivot', 'all unconfirmed pivots of a project'],
  ],
};
