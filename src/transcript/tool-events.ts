import type { ToolCall } from './records.ts';
import { testIn } from './test-runs.ts';
import { commandOf } from './calls.ts';
import { commandName, simpleCommands } from './shell.ts';

/** Tools that change one file. */
const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;
/** What the agent plans to do, or has done. Their subjects are not told: they may contain anything. */
const TASKS = /^(?:TaskCreate|TaskUpdate)$/;
/** What changes more than the files at hand, or says whether they are right. */
const VERBS = new Set([
  'test',
  'tests',
  'build',
  'deploy',
  'install',
  'publish',
  'push',
  'migrate',
  'migration',
  'release',
]);
/** Programs that print or look for something, whatever its name. */
const READERS = new Set(
  'cat head tail less more ls grep egrep fgrep rg ag find fd stat file wc diff cmp echo printf which type man vi vim nano code open touch mkdir rm cp mv chmod pushd popd cd sed awk sort uniq tee test [ [['.split(
    ' ',
  ),
);
/** The verb of a program is one of its first words. */
const WORDS = 4;
const LONGEST = 60;
const MOST = 20;
const FAILED = ' (failed)';

interface ToolEvent {
  /** The tool and the file's name, or the first words of the command: nothing that may contain a secret. */
  name: string;
  /** Whether it is told even if it succeeds. */
  isTold: boolean;
}

/** What a call of a tool is called, and whether it matters: changes of files, tests, builds, deployments and the like. */
export function toolEvent(call: ToolCall): ToolEvent {
  const { file_path: file, notebook_path: notebook } = call.input;
  const path = typeof file === 'string' ? file : typeof notebook === 'string' ? notebook : null;
  if (EDITS.test(call.name)) return { name: short(`${call.name} ${fileName(path ?? '')}`), isTold: path !== null };
  if (TASKS.test(call.name)) return { name: call.name, isTold: true };
  const command = commandOf(call);
  if (command === '') return { name: short([call.name, path === null ? '' : fileName(path)].join(' ')), isTold: false };
  const said = simpleCommands(command).find(doesMuch);
  const name = said === undefined ? commandName(command) : nameOf(said);
  return { name: short(name || call.name), isTold: said !== undefined || testIn(command) !== null };
}

/** The name of a failed call. */
export function failedEvent(name: string): string {
  return name + FAILED;
}

/** The list with an event as its last one; once, as an edit of the same file says nothing new. */
export function withEvent(events: readonly string[], event: string): string[] {
  return [...events.filter((each) => each !== event && failedEvent(each) !== event), event].slice(-MOST);
}

/** `npm run build:prod`, `./deploy.sh`, `npx prisma migrate dev`, but not `cat test.txt` nor `vim latest.txt`. */
function doesMuch(words: readonly string[]): boolean {
  return verbAt(words) !== -1;
}

function verbAt([program = '', ...rest]: readonly string[]): number {
  const name = fileName(program);
  if (READERS.has(name)) return -1;
  if (isVerb(name.replace(/\.(?:sh|bash|py|rb|js|mjs|cjs|ts|pl|ps1|cmd|bat|exe)$/, ''))) return 0;
  const place = rest
    .slice(0, WORDS - 1)
    .findIndex((word) => /^[\w:-]+$/.test(word) && !word.startsWith('-') && isVerb(word));
  return place === -1 ? -1 : place + 1;
}

function isVerb(word: string): boolean {
  return word.split(/[:_-]/).some((part) => VERBS.has(part));
}

/** The program, its words up to the verb or the first option, and the verb. What follows an option may be a secret. */
function nameOf(words: readonly string[]): string {
  const place = verbAt(words);
  const [program = '', ...rest] = words.slice(0, place);
  if (place === 0) return fileName(words[0] ?? '');
  const option = rest.findIndex((word) => !/^[A-Za-z][\w:-]*$/.test(word));
  return [fileName(program), ...(option === -1 ? rest : rest.slice(0, option)), words[place]].join(' ');
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

function short(text: string): string {
  return text.trim().slice(0, LONGEST);
}
