/**
 * Reads commits from git's own answer, and their messages from the command:
 *
 *     git add -A && git commit -m "Fix the clock" -m "Both tests shared it."
 *     [main a1b2c3d] Fix the clock
 *      1 file changed, 2 insertions(+)
 */
import { commandOf } from './calls.ts';
import type { ToolCall, ToolResult } from './records.ts';
import { programOf, setOf, simpleCommands, withoutHeredocs } from './shell.ts';
import { testIn } from './test-runs.ts';

/** A commit that git confirmed. Texts are as found, neither shortened nor without secrets. */
export interface MadeCommit {
  hash: string;
  /** Empty in detached HEAD, and if the output does not tell. */
  branch: string;
  subject: string;
  /** The rest of the message; empty if the command does not contain it. May have several lines. */
  body: string;
  /** Whether it replaces the commit before it. */
  isAmend: boolean;
  /** Whether a rebase made it, from commits with its subject. */
  isRebase?: boolean;
  /** How many lines it added and removed, if git says so. */
  lines?: number;
}

/** A commit that a command should have made, and that its output does not show, as with `git commit -q`. */
export interface UnshownCommit {
  hash: null;
  /** What its message may be. */
  messages: readonly Message[];
  isAmend: boolean;
}

/** A message as a command gives it. */
export interface Message {
  subject: string;
  body: string;
}

const READ = 40_000;
/** Translations of git have other words in the brackets: `(Root-Commit)`, `losgelöster HEAD`. */
const ANSWER = /^\[([^\]\n]{1,250}?)(?: \([^()\n]{1,40}\))? ([0-9a-f]{7,40})\] (.{1,1000})$/gm;
/** ` 2 files changed, 12 insertions(+), 3 deletions(-)` in the lines after an answer. */
const CHANGED =
  /^\n(?: [^\n]{0,200}\n){0,3}? \d+ files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?/;
/** Commands of git that make commits. */
const MAKES = /^(?:commit|cherry-pick|revert|merge|rebase|am)$/;
const MAY_MAKE = /\bgit\b[^\n]*\b(?:commit|cherry-pick|revert|merge|rebase|am)\b/;

/** The commits that the output of a call shows, and those that only its command tells of, in the order of the commands. */
export function commitsAndUnshown(
  call: ToolCall,
  { text }: Pick<ToolResult, 'text'>,
): readonly (MadeCommit | UnshownCommit)[] {
  const command = commandOf(call).slice(0, READ);
  const output = text.slice(0, READ);
  if (!MAY_MAKE.test(command) && !isWrapped(command, output)) return [];
  const makers = makersIn(command);
  const answers = output.includes('] ') ? [...output.matchAll(ANSWER)] : [];
  return withUnshown(makers, answeredCommits(makers, answers));
}

/** What git prints behind its answer. */
const STATISTICS = /^ (?:\d+ files? changed|Date: |Author: |create mode |delete mode |rename )/m;
/** Programs that print what another one made. */
const PRINTS = setOf('cat bat head tail less more grep rg sed awk echo printf gh docker kubectl curl');

/** Whether an output has git's answer with its statistics, and a command that neither prints nor tests: a script of the project. */
function isWrapped(command: string, output: string): boolean {
  if (command === '' || !output.includes('] ') || !STATISTICS.test(output)) return false;
  const programs = simpleCommands(command).map(([program = '']) => programOf(program));
  return testIn(command) === null && !programs.every((program) => PRINTS.has(program));
}

/** A commit that was shown, and the command that made it, if that is clear. */
interface Shown {
  commit: MadeCommit;
  maker: Maker | undefined;
}

function answeredCommits(all: readonly Maker[], answers: readonly RegExpMatchArray[]): Shown[] {
  const makers = all.filter(({ isQuiet }) => !isQuiet);
  return answers.map((answer, index) => {
    const [, place = '', hash = '', answered = ''] = answer;
    const subject = answered.trim();
    const maker = takeMaker(makers, subject, answers.length - index);
    const isRebase = maker ? maker.isRebase : all.some((one) => one.isRebase);
    const commit = { hash, branch: branchIn(place), subject, body: bodyFor(maker, subject) };
    const how = { isAmend: maker?.isAmend ?? false, ...(isRebase ? { isRebase } : {}) };
    return { commit: { ...commit, ...how, ...changedBy(answer) }, maker };
  });
}

function changedBy({ input, index, 0: answer }: RegExpMatchArray): { lines?: number } {
  const after = (index ?? 0) + answer.length;
  const [, added = 0, removed = 0] = CHANGED.exec((input ?? '').slice(after, after + 1000)) ?? [];
  const lines = Number(added) + Number(removed);
  return lines === 0 ? {} : { lines };
}

/** The shown commits and those of the other commands with a message, in the order of the commands. */
function withUnshown(makers: readonly Maker[], shown: readonly Shown[]): (MadeCommit | UnshownCommit)[] {
  const subjects = new Set(shown.map(({ commit }) => commit.subject));
  const rest = [...shown];
  const before = makers.flatMap((maker): (MadeCommit | UnshownCommit)[] => {
    const index = rest.findIndex((each) => each.maker === maker);
    if (index !== -1) return rest.splice(0, index + 1).map(({ commit }) => commit);
    const messages = maker.messages.filter(({ subject }) => subject !== '');
    const isUnshown = messages.length > 0 && !messages.some(({ subject }) => subjects.has(subject));
    return isUnshown ? [{ hash: null, messages, isAmend: maker.isAmend }] : [];
  });
  return [...before, ...rest.map(({ commit }) => commit)];
}

/** A branch name has no spaces; git says in words that there is none. */
function branchIn(place: string): string {
  return place.includes(' ') ? '' : place;
}

/** A command of git that makes a commit, and what its message may be. */
interface Maker {
  isAmend: boolean;
  isRebase: boolean;
  /** Whether git does not answer. */
  isQuiet: boolean;
  messages: Message[];
}

/** The commands that make a commit. */
function makersIn(command: string): Maker[] {
  const { text, bodies } = withoutHeredocs(command);
  const inHeredocs = bodies.map(messageOf);
  return simpleCommands(text)
    .filter(([program = '', ...words]) => programOf(program) === 'git' && words.some((word) => MAKES.test(word)))
    .map((words) => {
      const said = messagesOf(words).filter((value) => !/^\$\(|^`/.test(value));
      return {
        isAmend: words.includes('--amend'),
        isRebase: words.includes('rebase'),
        isQuiet: words.some((word) => word === '--quiet' || /^-(?=[a-z]{1,8}$)[^mFcCt]*q/.test(word)),
        // A message in a heredoc may belong to any of the commands.
        messages: said.length > 0 ? [messageOf(said.join('\n\n'))] : inHeredocs,
      };
    });
}

/** The command behind an answer: the one with its subject, or else the first, if there is one for each answer left. */
function takeMaker(makers: Maker[], subject: string, left: number): Maker | undefined {
  const said = makers.findIndex(({ messages }) => messages.some((message) => message.subject === subject));
  const unsaid = makers.length === left ? 0 : makers.findIndex(({ messages }) => messages.length === 0);
  const index = said === -1 ? unsaid : said;
  return index === -1 ? undefined : makers.splice(0, index + 1).at(-1);
}

/** Git joins the lines of a subject, and an amended commit may have kept its message. */
function bodyFor(maker: Maker | undefined, subject: string): string {
  const messages = maker?.messages ?? [];
  const said = messages.find((message) => message.subject === subject);
  const [only] = messages.length === 1 ? messages : [];
  return said?.body ?? (only && only.subject !== '' && subject.startsWith(only.subject.slice(0, 20)) ? only.body : '');
}

/** The values of the options for a message. */
function messagesOf(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const [, joined] = /^(?:--message=|-m)([\s\S]+)$/.exec(word) ?? [];
    if (joined !== undefined) return [joined];
    return word === '--message' || /^-[a-zA-Z]{0,8}m$/.test(word) ? [words[index + 1] ?? ''] : [];
  });
}

function messageOf(text: string): Message {
  const [first = '', ...paragraphs] = text.trim().split(/\n[ \t]*\n/);
  return { subject: first.replace(/\s*\n\s*/g, ' ').trim(), body: paragraphs.join('\n\n').trim() };
}
