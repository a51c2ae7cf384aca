import { defineCommand } from '#src/cli/command.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Commands } from '../entry.ts';
import { printText } from '../terminal/print.ts';
import { bashScript } from './bash.ts';
import { type Completable, completables } from './completable.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS: ReadonlyMap<string, (completables: readonly Completable[]) => string> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

const help: CommandHelp = {
  examples: [
    [
      'd=~/.local/share/bash-completion/completions; mkdir -p $d && chronicle completions bash > $d/chronicle',
      'bash with bash-completion; without it, add eval "$(chronicle completions bash)" to ~/.bashrc',
    ],
    [
      'mkdir -p ~/.zfunc && chronicle completions zsh > ~/.zfunc/_chronicle',
      'zsh, with fpath=(~/.zfunc $fpath) before compinit in ~/.zshrc; or add eval "$(chronicle completions zsh)" after it',
    ],
    [
      'mkdir -p ~/.config/fish/completions && chronicle completions fish > ~/.config/fish/completions/chronicle.fish',
      'fish',
    ],
  ],
};

const args = {
  shell: {
    type: 'positional',
    required: false,
    valueHint: [...SCRIPTS.keys()].join('|'),
    description: 'The shell',
  },
} as const;

/** The command, given the list of commands it completes. */
export function completionsOf(commands: Commands) {
  const command = defineCommand({
    meta: {
      name: 'chronicle completions',
      description: 'Print shell completions. Save them where your shell looks for them, and again after an update',
    },
    args,
    async run({ args: { shell = '', _ }, io }) {
      const script = _.length > 1 ? undefined : SCRIPTS.get(shell);
      if (script === undefined) throw wrongUse();
      return printText(io, script(await completables(commands)));
    },
  });
  return { command, help };
}

function wrongUse(): ChronicleError {
  const shells = [...SCRIPTS.keys()].join(', ');
  return new ChronicleError(
    'CHRONICLE_WRONG_USE',
    `chronicle completions takes one shell: ${shells}. --help shows where to save its output.`,
  );
}
