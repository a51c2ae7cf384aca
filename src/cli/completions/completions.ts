import { defineCommand } from '#src/cli/command.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
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
      'for bash with the package bash-completion; without it, put eval "$(chronicle completions bash)" into ~/.bashrc',
    ],
    [
      'mkdir -p ~/.zfunc && chronicle completions zsh > ~/.zfunc/_chronicle',
      'for zsh, where ~/.zshrc has fpath=(~/.zfunc $fpath) before compinit; or eval "$(chronicle completions zsh)" behind it',
    ],
    [
      'mkdir -p ~/.config/fish/completions && chronicle completions fish > ~/.config/fish/completions/chronicle.fish',
      'for fish',
    ],
  ],
};

const args = {
  shell: {
    type: 'positional',
    required: false,
    valueHint: [...SCRIPTS.keys()].join('|'),
    description: 'The shell to complete for',
  },
} as const;

/** The command, for the list of commands that holds it. */
export function completionsOf(commands: Commands) {
  const command = defineCommand({
    meta: {
      name: 'chronicle completions',
      description: 'Print completions for a shell, to be kept where it looks for them. Run it again after an update',
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
    `chronicle completions takes one shell: ${shells}. --help says where its output goes.`,
  );
}
