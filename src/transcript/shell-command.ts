import { withoutHeredocs } from './heredoc.ts';

/** The beginning of a longer command is enough. */
const READ = 4000;
/** A bare or quoted word, also with a command substitution in it, or a separator of commands. Heredocs are removed before. */
const TOKEN =
  /[^\S\n]*(?:(#[^\n]*)|(&&|\|\||[;|&\n()])|((?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|\$\((?:[^()]|\([^()]*\))*\)|\$|[^\s;&|'"\\$()]+|['"\\])+))/gsy;
/** A redirection, such as `2>&1` or `>/dev/null`. */
const REDIRECTION = /^(?:\d*|&)>{1,2}(?:&\d|\S*)$/;
/** Keywords and builtins of the shell that are never the program that failed. */
const WORDS = setOf(
  'exit return break continue for case esac select function fi done shift trap wait unset local readonly : } )',
);
/** Preparation for the next command. A command is named after one of these only if there is nothing else. */
const SETTING = setOf('cd export set source . pushd popd');
/** These print, wait or test; they are not what failed. */
const PRINTING = setOf('echo printf true false sleep test [ [[');
const SHELL = /^(?:ba|z|da|k)?sh$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** How deep nested shells are followed. */
const DEEPEST = 3;
/** Tools with subcommands: the second word says which. */
const MANY =
  /^(?:npm|pnpm|yarn|bun|npx|git|docker|docker-compose|podman|cargo|go|make|just|kubectl|helm|gh|pip3?|uv|poetry|brew|apt|apt-get|terraform|aws|gcloud|dotnet|mvn|gradle|rails|bundle|deno|systemctl)$/;

/** The simple commands in a shell command, each as words without quotes. An approximation that does not run a shell. */
export function simpleCommands(command: string, depth = 0): string[][] {
  const commands: string[][] = [[]];
  const text = withoutHeredocs(command)
    .text.slice(0, READ)
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

/** The name of a shell command: `npm test`, `git push`, `node`. Empty if it has none. */
export function commandName(command: string): string {
  const [name = '', ...rest] = mainCommand(command);
  const program = programOf(name);
  if (!MANY.test(program)) return program;
  const [first, second] = withoutOptions(program, rest);
  return [program, first, ...(first === 'run' ? [second] : [])].filter((word) => word !== undefined).join(' ');
}

/** The words of the command that a shell command is named after, without redirections: equal for each attempt. */
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
  const command = withoutWrappers(words.slice(assigned));
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

/**
 * Commands that run another one, and their own arguments:
 *
 *     sudo -u bob timeout 3 cat x        is cat x
 */
interface Wrapper {
  /** Options that take the next word as a value. */
  valued: ReadonlySet<string>;
  /** How many arguments of its own come before the command. */
  own: number;
}

const WRAPPERS = new Map<string, Wrapper>([
  ['sudo', wrapper('-u -g -h -p -C -D -R -T -r -t -U --user --group')],
  ['doas', wrapper('-u -C')],
  ['env', wrapper('-u -C --unset --chdir')],
  ['time', wrapper('-f -o')],
  ['nice', wrapper('-n')],
  ['ionice', wrapper('-c -n')],
  ['timeout', wrapper('-k -s --kill-after --signal', 1)],
  ['stdbuf', wrapper('-i -o -e')],
  ['xargs', wrapper('-a -d -E -I -L -n -P -s')],
  ['exec', wrapper('-a')],
  ...['nohup', 'setsid', 'command', 'builtin', 'then', 'do', 'if', 'else', 'elif', 'while', 'until', '!', '(', '{'].map(
    (name) => [name, wrapper('')] as const,
  ),
]);

/** Options before a subcommand that take the next word as a value. */
const VALUED = new Map<string, ReadonlySet<string>>([
  ['git', setOf('-C -c --git-dir --work-tree --namespace')],
  ['npm', setOf('--prefix -C -w --workspace')],
  ['pnpm', setOf('--filter -F --dir -C')],
  ['yarn', setOf('--cwd')],
  ['bun', setOf('--cwd --filter')],
  ['npx', setOf('-p --package')],
  ['docker', setOf('-H --host --context --config -c -l --log-level')],
  ['docker-compose', setOf('-f --file -p --project-name')],
  ['podman', setOf('-c --connection --log-level')],
  ['make', setOf('-C -f -I -o -W')],
  ['just', setOf('-f --justfile -d --working-directory')],
  ['go', setOf('-C')],
  ['cargo', setOf('-C --config --color -Z')],
  ['kubectl', setOf('-n --namespace --context --kubeconfig')],
  ['helm', setOf('-n --namespace --kube-context')],
  ['gh', setOf('-R --repo')],
  ['mvn', setOf('-f --file -pl -P -s')],
  ['gradle', setOf('-p --project-dir -b')],
  ['uv', setOf('--directory --project')],
  ['poetry', setOf('-C --directory -P')],
  ['aws', setOf('--profile --region --output')],
]);

/** The words of the command that is finally run. */
function withoutWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    const known = WRAPPERS.get(rest[0] ?? '');
    if (!known) return rest;
    rest = rest.slice(1);
    while (isOption(rest[0])) rest = rest.slice(known.valued.has(rest[0] ?? '') ? 2 : 1);
    rest = rest.slice(known.own);
    while (/^[A-Za-z_]\w*=/.test(rest[0] ?? '')) rest = rest.slice(1);
  }
}

/** The words after a tool's name, without options and their values. */
function withoutOptions(tool: string, words: readonly string[]): string[] {
  const valued = VALUED.get(tool);
  return words.filter((word, i) => !(isOption(word) || /^\+\w/.test(word) || valued?.has(words[i - 1] ?? '')));
}

function isOption(word: string | undefined): boolean {
  return word?.startsWith('-') === true;
}

function wrapper(valued: string, own = 0): Wrapper {
  return { valued: setOf(valued), own };
}
