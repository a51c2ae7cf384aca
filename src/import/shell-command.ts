import { behindWrappers, withoutOptions } from './wrapper-command.ts';

/** Of a longer command the beginning says what it is. */
const READ = 4000;
/** A word in quotes or bare, also with a command in it, or what parts two commands. What stands in a heredoc is no command. */
const TOKEN =
  /[^\S\n]*(?:(#[^\n]*)|(&&|\|\||[;|&\n()])|((?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|\$\((?:[^()]|\([^()]*\))*\)|\$|[^\s;&|'"\\$()]+|['"\\])+))/gsy;
/** `2>&1`, `>/dev/null`: where the output goes. */
const REDIRECTION = /^(?:\d*|&)>{1,2}(?:&\d|\S*)$/;
/** The shell's own words for an order of commands; none of them is a program that failed. */
const WORDS = setOf(
  'exit return break continue for case esac select function fi done shift trap wait unset local readonly : } )',
);
/** These set the stage for the command behind them; a command that is more than these is called by what is. */
const SETTING = setOf('cd export set source . pushd popd');
/** These print, wait or ask, and what failed is the shell. */
const PRINTING = setOf('echo printf true false sleep test [ [[');
const SHELL = /^(?:ba|z|da|k)?sh$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** A shell in a shell in a shell tells enough. */
const DEEPEST = 3;
/** Tools of many commands: the second word says which. */
const MANY =
  /^(?:npm|pnpm|yarn|bun|npx|git|docker|docker-compose|podman|cargo|go|make|just|kubectl|helm|gh|pip3?|uv|poetry|brew|apt|apt-get|terraform|aws|gcloud|dotnet|mvn|gradle|rails|bundle|deno|systemctl)$/;

/** The simple commands of a shell command, each as its words without quotes. A guess: no shell is run, and none is needed. */
export function simpleCommands(command: string, depth = 0): string[][] {
  const commands: string[][] = [[]];
  const text = (command.split(/<<-?\s*['"]?\w/, 1)[0] ?? '')
    .slice(0, READ)
    .replace(/\\\r?\n/g, ' ')
    .replace(/\d*>&\d|&>/g, (out) => (out === '&>' ? ' >' : ' '));
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [, , part, word] = token;
    if (part !== undefined) commands.push([]);
    else if (word !== undefined) commands.at(-1)?.push(unquoted(word));
  }
  return commands.flatMap((words) => within(words, depth)).filter((words) => words.length > 0);
}

/** What a shell command is called: `npm test`, `git push`, `node`. Empty where nothing can be named. */
export function commandName(command: string): string {
  const [name = '', ...rest] = mainCommand(command);
  const program = programOf(name);
  if (!MANY.test(program)) return program;
  const [first, second] = withoutOptions(program, rest);
  return [program, first, ...(first === 'run' ? [second] : [])].filter((word) => word !== undefined).join(' ');
}

/** The words of the command that a shell command is called by, without where its output goes: the same for each try. */
export function mainCommand(command: string): string[] {
  const commands = simpleCommands(command).filter(([first = '']) => !WORDS.has(first));
  const said = commands.filter(([first = '']) => !PRINTING.has(first));
  const words = said.find(([first = '']) => !SETTING.has(first)) ?? said[0] ?? [];
  return words.filter((word, i) => i === 0 || !(REDIRECTION.test(word) || /^\d*>{1,2}$/.test(words[i - 1] ?? '')));
}

/** `FOO=1 sudo make` is `make`, `bash -c 'make'` too, and `A=$(cat x)` is `cat x`. */
function within(words: string[], depth: number): string[][] {
  const start = words.findIndex((word) => !ASSIGNMENT.test(word));
  const assigned = start === -1 ? words.length : start;
  const command = behindWrappers(words.slice(assigned));
  const inner = command.length === 0 ? assignedCommand(words[0] ?? '') : shellCommand(command);
  return inner === null || depth >= DEEPEST ? [command] : simpleCommands(inner, depth + 1);
}

function assignedCommand(word: string): string | null {
  return /^[A-Za-z_]\w*=\$\(([\s\S]*)\)$/.exec(word)?.[1] ?? null;
}

function shellCommand([program = '', ...words]: string[]): string | null {
  if (!SHELL.test(programOf(program))) return null;
  const flag = words.findIndex((word) => !/^-[a-z]*$|^--\w/.test(word) || /^-[a-z]*c$/.test(word));
  return /^-[a-z]*c$/.test(words[flag] ?? '') ? (words[flag + 1] ?? null) : null;
}

function programOf(name: string): string {
  return name.split(/[\\/]/).at(-1) || name;
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single, double, escaped) =>
    String(single ?? double?.replace(/\\(.)/gs, '$1') ?? escaped),
  );
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
