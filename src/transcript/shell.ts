/**
 * Reads shell commands without running a shell: the simple commands in a command line, what they are called, and which
 * paths they name. An approximation:
 *
 *     cd web && sudo -u bob FOO=1 npx vitest run a.test.ts 2>&1 | tail -5
 *     cd web / npx vitest run a.test.ts / tail -5                            simpleCommands
 *     npx vitest                                                             commandName
 */

/** The beginning of a longer command is enough; of one with heredocs, what is left without them. */
const READ = 4000;
const READ_WITH_HEREDOCS = 400_000;
const MOST_HEREDOCS = 100;
/** A bare or quoted word, also with a command substitution in it, or a separator of commands. */
const TOKEN =
  /[^\S\n]*(?:(#[^\n]*)|(&&|\|\||[;|&\n()])|((?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|\$\((?:[^()]|\([^()]*\))*\)|\$|[^\s;&|'"\\$()]+|['"\\])+))/gsy;
/** A redirection, such as `2>&1` or `>/dev/null`. */
const REDIRECTION = /^(?:\d*|&)>{1,2}/;
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
/** Commands that run another one: their options that take the next word as a value, and how many arguments are their own. */
const WRAPPERS = new Map<string, [valued: string, own?: number]>([
  ['sudo', ['-u -g -h -p -C -D -R -T -r -t -U --user --group']],
  ['doas', ['-u -C']],
  ['env', ['-u -C --unset --chdir']],
  ['time', ['-f -o']],
  ['nice', ['-n']],
  ['ionice', ['-c -n']],
  ['timeout', ['-k -s --kill-after --signal', 1]],
  ['stdbuf', ['-i -o -e']],
  ['xargs', ['-a -d -E -I -L -n -P -s']],
  ['exec', ['-a']],
  ...'nohup setsid command builtin then do if else elif while until ! ( {'
    .split(' ')
    .map((name): [string, [string]] => [name, ['']]),
]);
/** Options before a subcommand that take the next word as a value. */
const VALUED = new Map([
  ['git', '-C -c --git-dir --work-tree --namespace'],
  ['npm', '--prefix -C -w --workspace'],
  ['pnpm', '--filter -F --dir -C'],
  ['yarn', '--cwd'],
  ['bun', '--cwd --filter'],
  ['npx', '-p --package'],
  ['docker', '-H --host --context --config -c -l --log-level'],
  ['docker-compose', '-f --file -p --project-name'],
  ['podman', '-c --connection --log-level'],
  ['make', '-C -f -I -o -W'],
  ['just', '-f --justfile -d --working-directory'],
  ['go', '-C'],
  ['cargo', '-C --config --color -Z'],
  ['kubectl', '-n --namespace --context --kubeconfig'],
  ['helm', '-n --namespace --kube-context'],
  ['gh', '-R --repo'],
  ['mvn', '-f --file -pl -P -s'],
  ['gradle', '-p --project-dir -b'],
  ['uv', '--directory --project'],
  ['poetry', '-C --directory -P'],
  ['aws', '--profile --region --output'],
]);

/** The simple commands in a shell command, each as words without quotes, without wrappers such as `sudo` and assignments. */
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
  return nameOf(mainCommand(command));
}

/** The name of a simple command. */
function nameOf([name = '', ...rest]: readonly string[]): string {
  const program = programOf(name);
  if (!MANY.test(program)) return program;
  const valued = VALUED.get(program)?.split(' ') ?? [];
  const [first, second] = rest.filter(
    (word, i) => !(word.startsWith('-') || /^\+\w/.test(word) || valued.includes(rest[i - 1] ?? '')),
  );
  return [program, first, ...(first === 'run' ? [second] : [])].filter((word) => word !== undefined).join(' ');
}

/** The words of the command that a shell command is named after, without redirections: equal for each attempt. */
export function mainCommand(command: string): string[] {
  const commands = simpleCommands(command).filter(([first = '']) => !WORDS.has(first));
  const said = commands.filter(([first = '']) => !PRINTING.has(first));
  return withoutRedirections(said.find(([first = '']) => !SETTING.has(first)) ?? said[0] ?? []);
}

/** The words of a command without redirections. */
export function withoutRedirections(words: readonly string[]): string[] {
  return words.filter(
    (word, i) => i === 0 || !(REDIRECTION.test(word) || /^(?:\d*|&)>{1,2}$/.test(words[i - 1] ?? '')),
  );
}

/** At which failure of the same command the agent is told. Later ones are repeated in spite of that. */
export const TOLD_AT = 3;
/** Of longer commands only so many words are compared. */
const COMPARED = 12;
/** Programs that look for something and fail if it is not there: their failures say something, and nothing is broken. */
const LOOKING = setOf(
  'grep egrep fgrep rg ag ack diff cmp test [ [[ which type command pgrep ls cat head tail find fd stat file',
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
  return [[program, ...words.slice(0, COMPARED)].join(' '), ...bodies].join('\n');
}

/** A word of a command without what differs between attempts; empty for a word that only differs. */
function plainWord(word: string): string {
  const value = /^--?[\w-]+=(.*)$/s.exec(word)?.[1];
  if (value === undefined && word.startsWith('-')) return '';
  const plain = (value ?? word).replace(/(?:\/private)?\/(?:tmp|var\/folders)\/\S*/g, '/tmp');
  return /^[\d.,:x]*$/.test(plain) ? '' : plain;
}

/** `FOO=1 sudo make` is `make`, `bash -c 'make'` too, and `A=$(cat x)` is `cat x`. */
function within(words: string[], depth: number): string[][] {
  const start = words.findIndex((word) => !ASSIGNMENT.test(word));
  const command = withoutWrappers(start === -1 ? [] : words.slice(start));
  const assigned = /^[A-Za-z_]\w*=\$\(([\s\S]*)\)$/.exec(words[0] ?? '')?.[1] ?? null;
  const inner = command.length === 0 ? assigned : shellCommand(command);
  return inner === null || depth >= DEEPEST ? [command] : simpleCommands(inner, depth + 1);
}

/** The words of the command that is finally run: `sudo -u bob timeout 3 cat x` is `cat x`. */
function withoutWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    const known = WRAPPERS.get(rest[0] ?? '');
    if (!known) return rest;
    const [valued, own = 0] = known;
    rest = rest.slice(1);
    while (rest[0]?.startsWith('-')) rest = rest.slice(valued.split(' ').includes(rest[0]) ? 2 : 1);
    rest = rest.slice(own);
    while (ASSIGNMENT.test(rest[0] ?? '')) rest = rest.slice(1);
  }
}

function shellCommand([program = '', ...words]: string[]): string | null {
  if (!SHELL.test(programOf(program))) return null;
  const flag = words.findIndex((word) => !/^-[a-z]*$|^--\w/.test(word) || /^-[a-z]*c$/.test(word));
  return /^-[a-z]*c$/.test(words[flag] ?? '') ? (words[flag + 1] ?? null) : null;
}

/** The name of a program or file without its directories. */
export function programOf(name: string): string {
  return name.split(/[\\/]/).at(-1) || name;
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single, double, escaped) =>
    String(single ?? double?.replace(/\\(.)/gs, '$1') ?? escaped),
  );
}

/** The words of a list. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** `<<EOF`, `<<-'EOF'`, `<<\EOF`; not `<<<`. */
const HEREDOC = /(?<!<)<<-?[ \t]{0,9}(?:\\([A-Za-z_]\w{0,40})|(['"]?)([A-Za-z_]\w{0,40})\2)(?!<)/g;

/**
 * A command without heredocs, and their texts, in order. One that never ends, as in a command cut short, reaches to the end
 * of the text.
 *
 *     cat > a.ts <<'END' && npm test       cat > a.ts  && npm test
 *     const a = 1;                                                      body: const a = 1;
 *     END
 */
export function withoutHeredocs(command: string): { text: string; bodies: string[] } {
  if (!command.includes('<<')) return { text: command, bodies: [] };
  const lines = command.slice(0, READ_WITH_HEREDOCS).split('\n');
  const ends = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const word = line.length < 200 ? line.trim() : '';
    if (!/^[A-Za-z_]\w{0,40}$/.test(word)) continue;
    const known = ends.get(word);
    if (known) known.push(at);
    else ends.set(word, [at]);
  }
  const kept: string[] = [];
  const bodies: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const operators = bodies.length < MOST_HEREDOCS && line.includes('<<') ? [...line.matchAll(HEREDOC)] : [];
    let last = at;
    for (const [, escaped, , word = ''] of operators.slice(0, MOST_HEREDOCS)) {
      const end = ends.get(escaped ?? word)?.find((other) => other > last) ?? lines.length;
      bodies.push(lines.slice(last + 1, end).join('\n'));
      last = end;
    }
    kept.push(operators.length === 0 ? line : line.replace(HEREDOC, ' '));
    at = last;
  }
  return { text: kept.join('\n'), bodies };
}

/** A path relative to the project, as a reader would write it. */
export function shortPath(path: string, cwd: string): string {
  return withoutStart(path, cwd).replace(/^[\\/]/, '');
}

/** The path relative to the working directory; unchanged if it is outside. */
export function withoutStart(path: string, cwd: string): string {
  return cwd !== '' && path.startsWith(cwd) && /[\\/]/.test(path[cwd.length] ?? '') ? path.slice(cwd.length) : path;
}

/** The directory that a shell is in after `cd name`; empty if that cannot be told. */
export function resolvedIn(directory: string, name: string): string {
  const plain = slashed(name);
  if (/^(?:\/|[A-Za-z]:\/)/.test(plain)) return plain;
  if (directory === '' || plain === '' || /^[~$-]|[`*?]|\$\(/.test(plain)) return '';
  const parts = slashed(directory).split('/');
  for (const part of plain.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/**
 * Whether an argument of a command run in a directory names the file, or a directory above it. Where the directory cannot
 * be told, `src/a.ts` may be anywhere.
 */
export function isNamed(path: string, word: string, directory: string): boolean {
  const name = slashed(word)
    .replace(/^\.\/(?=.)/, '')
    .replace(/\/+$/, '');
  const plain = slashed(path);
  if (name === '.' || name === ':/' || name === '*')
    return directory === '' || plain.startsWith(`${slashed(directory)}/`);
  if (name === '' || name.startsWith('~')) return false;
  const whole = /[*?[{$]/.test(name) ? '' : resolvedIn(directory, name);
  if (whole !== '') return plain === whole || plain.startsWith(`${whole}/`);
  return `${plain}/`.includes(`/${name}/`);
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
