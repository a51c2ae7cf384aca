import { withoutHeredocs } from './heredoc.ts';
import { commandName, mainCommand } from './shell-command.ts';

/** Of longer commands only so many words are compared. */
const WORDS = 12;
/** Programs that look for something and fail if it is not there: their failures say something, and nothing is broken. */
const LOOKING = new Set(
  'grep egrep fgrep rg ag ack diff cmp test [ [[ which type command pgrep ls cat head tail find fd stat file'.split(
    ' ',
  ),
);

/**
 * What repeated attempts at a command have in common, or null for a command of ours or one that only looks something up:
 *
 *     cd web && CI=1 npx vitest run a.test.ts --seed 7    npx vitest run a.test.ts
 *
 * Options, numbers and the names of temporary files differ between attempts at the same; other words do not. Scripts in the
 * command are part of it.
 */
export function commandForm(command: string): string | null {
  const [name = '', ...rest] = mainCommand(command);
  const program = name.split(/[\\/]/).at(-1) ?? '';
  if (program === '' || program === 'chronicle' || LOOKING.has(program)) return null;
  // Its messages and revisions differ each time.
  if (program === 'git') return LOOKING.has(commandName(command).slice(4)) ? null : commandName(command);
  const words = rest.map(plainWord).filter((word) => word !== '');
  const { bodies } = withoutHeredocs(command);
  return [[program, ...words.slice(0, WORDS)].join(' '), ...bodies].join('\n');
}

/** A word of a command without what differs between attempts; empty for a word that only differs. */
function plainWord(word: string): string {
  const value = /^--?[\w-]+=(.*)$/s.exec(word)?.[1];
  if (value === undefined && word.startsWith('-')) return '';
  const plain = (value ?? word).replace(/(?:\/private)?\/(?:tmp|var\/folders)\/\S*/g, '/tmp');
  return /^[\d.,:x]*$/.test(plain) ? '' : plain;
}
