import type { CommandHelp } from '#src/cli/command-help.ts';
import { VERDICT_HELP, verdictCommand } from './verdict-command.ts';

export const command = verdictCommand(
  'confirm',
  'Confirm events that transcripts suggest. From then on they count like logged events; those of unattended sessions (claude -p) are counted separately',
);

export const help: CommandHelp = {
  ...VERDICT_HELP,
  examples: [
    ['chronicle candidates confirm 2026-03-24-main#e-3f6c2a', 'one event'],
    ['chronicle candidates confirm all --project tidemark --tag user-correction', 'all corrections of a project'],
  ],
};
