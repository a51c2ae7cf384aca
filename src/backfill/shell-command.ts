/** Of a longer command the beginning says what it is. */
const READ = 4000;
/** A word in quotes or bare, or what parts two commands. What stands in a heredoc is no command. */
const TOKEN = /\s*(?:(&&|\|\||[;|&\n])|((?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s;&|'"\\])+))/gsy;
/** These set the stage, and take their command behind them, or have none worth a name. */
/** The shell's own words for an order of commands; none of them is a program that failed. */
const WORDS = new Set(
  'exit return break continue for case esac select function fi done shift trap wait unset local readonly : } )'.split(
    ' ',
  ),
);
const SETTING = new Set(['cd', 'export', 'set', 'source', '.', 'echo', 'printf', 'true', 'sleep', 'pushd', 'popd']);
const BEFORE = new Set([
  'sudo',
  'env',
  'time',
  'nohup',
  'exec',
  'command',
  'timeout',
  'xargs',
  'then',
  'do',
  'if',
  'else',
  'elif',
  'while',
  'until',
  '!',
  '(',
  '{',
]);
/** Tools of many commands: the second word says which. */
const MANY =
  /^(?:npm|pnpm|yarn|bun|npx|git|docker|docker-compose|podman|cargo|go|make|just|kubectl|helm|gh|pip3?|uv|poetry|brew|apt|apt-get|terraform|aws|gcloud|dotnet|mvn|gradle|rails|bundle|deno|systemctl)$/;

/** The simple commands of a shell command, each as its words without quotes. A guess: no shell is run, and none is needed. */
export function simpleCommands(command: string): string[][] {
  const commands: string[][] = [[]];
  const text = (command.split(/<<-?\s*['"]?\w/, 1)[0] ?? '').slice(0, READ).replace(/\\\r?\n/g, ' ');
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [, part, word] = token;
    if (part !== undefined) commands.push([]);
    else if (word !== undefined) commands.at(-1)?.push(unquoted(word));
  }
  return commands.map(withoutStage).filter((words) => words.length > 0);
}

/** What a shell command is called: `npm test`, `git push`, `node`. Empty where nothing can be named. */
export function commandName(command: string): string {
  const commands = simpleCommands(command).filter(([first = '']) => !WORDS.has(first));
  const [name = '', ...rest] = commands.find(([first = '']) => !SETTING.has(first)) ?? commands[0] ?? [];
  const program = name.split(/[\\/]/).at(-1) ?? name;
  if (!MANY.test(program)) return program;
  const [first, second] = rest.filter((word) => !word.startsWith('-'));
  return [program, first, ...(first === 'run' ? [second] : [])].filter((word) => word !== undefined).join(' ');
}

/** `FOO=1 sudo make` is `make`. */
function withoutStage(words: string[]): string[] {
  const start = words.findIndex((word) => !BEFORE.has(word) && !/^[A-Za-z_]\w*=/.test(word));
  return start === -1 ? [] : words.slice(start);
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single, double, escaped) =>
    String(single ?? double?.replace(/\\(.)/gs, '$1') ?? escaped),
  );
}
