/**
 * Reads commits from git's own answer, and their messages from the command:
 *
 *     git add -A && git commit -m "Fix the clock" -m "Both tests shared it."
 *     [main a1b2c3d] Fix the clock
 *      1 file changed, 2 insertions(+)
 */
import { commandOf } from '../called.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from '../record.ts';
import { simpleCommands } from '../shell-command.ts';

/** A commit that git confirmed. Texts are as found, neither shortened nor without secrets. */
export interface MadeCommit {
  hash: string;
  /** Empty in detached HEAD. */
  branch: string;
  subject: string;
  /** The rest of the message; empty if the command does not contain it. May have several lines. */
  body: string;
  /** Whether it replaces the commit before it. */
  isAmend: boolean;
}

const READ = 40_000;
/** Translations of git have other words in the brackets: `(Root-Commit)`, `losgelöster HEAD`. */
const ANSWER = /^\[([^\]\n]{1,250}?)(?: \([^()\n]{1,40}\))? ([0-9a-f]{7,40})\] (.{1,1000})$/gm;
/** Commands of git that make commits. */
const MAKES = /\b(?:commit|cherry-pick|revert|merge|rebase|am)\b/;
/** The text of a heredoc, as Claude Code writes messages: `-m "$(cat <<'EOF' … EOF)"`, `-F - <<EOF`. */
const HEREDOC_START = /<<-?[ \t]*(['"]?)([A-Za-z_]\w{0,40})\1[^\n]{0,200}\n/g;

/** The commits that a call made, in order. */
export function commitsIn(
  call: ToolCall,
  { text, noted }: Pick<ToolResult, 'text'> & Partial<ToolResult>,
): MadeCommit[] {
  const command = commandOf(call).slice(0, READ);
  if (!MAKES.test(command)) return [];
  const answers = text.includes('] ') ? [...text.slice(0, READ).matchAll(ANSWER)] : [];
  if (answers.length === 0) return notedCommit(command, noted);
  const messages = messagesIn(command);
  const amends = amendsIn(command);
  return answers.map(([, place = '', hash = '', answered = ''], index) => {
    const subject = answered.trim();
    // Git joins the lines of a subject; an amended commit may have kept its message.
    const said = messages.find((message) => message.subject === subject);
    const [only] = answers.length === 1 && messages.length === 1 ? messages : [];
    const body = said?.body ?? (only && subject.startsWith(only.subject.slice(0, 20)) ? only.body : '');
    const isAmend =
      amends.length === answers.length ? (amends[index] ?? false) : amends.at(-1) === true && !amends.includes(false);
    return { hash, branch: branchIn(place), subject, body, isAmend };
  });
}

/** A branch name has no spaces; git says in words that there is none. */
function branchIn(place: string): string {
  return place.includes(' ') ? '' : place;
}

/** The commit that the host recognised, if the output does not show it. It gives neither subject nor body. */
function notedCommit(command: string, noted: ToolResult['noted'] | undefined): MadeCommit[] {
  const { sha, kind, branch } = fieldsOf(fieldsOf(noted?.gitOperation).commit);
  const [message] = messagesIn(command);
  if (typeof sha !== 'string' || !/^[0-9a-f]{7,40}$/.test(sha) || !message || message.subject === '') return [];
  return [{ hash: sha, branch: branchIn(wordOf(branch) ?? ' '), ...message, isAmend: kind === 'amended' }];
}

/** For each command that makes a commit, whether it amends one. */
function amendsIn(command: string): boolean[] {
  return simpleCommands(command)
    .filter((words) => words[0] === 'git' && words.some((word) => /^(?:commit|cherry-pick|revert|merge)$/.test(word)))
    .map((words) => words.includes('--amend'));
}

interface Message {
  subject: string;
  body: string;
}

/** The messages that a command contains. */
function messagesIn(command: string): Message[] {
  const inHeredocs = [...command.matchAll(HEREDOC_START)].flatMap((start) => {
    const from = start.index + start[0].length;
    const end = endOf(command, start[2] ?? '', from);
    return end === -1 ? [] : [messageOf(command.slice(from, end))];
  });
  const inOptions = simpleCommands(command).flatMap((words) => {
    const said = words.includes('commit') ? optionsOf(words) : [];
    return said.length === 0 ? [] : [messageOf(said.join('\n\n'))];
  });
  return [...inHeredocs, ...inOptions];
}

/** Where the line that ends a heredoc begins; -1 without one. */
function endOf(command: string, word: string, from: number): number {
  for (let at = command.indexOf(word, from); at !== -1; at = command.indexOf(word, at + word.length)) {
    const line = command.lastIndexOf('\n', at - 1) + 1;
    if (line >= from && /^[ \t]*$/.test(command.slice(line, Math.min(at, line + 200)))) return line;
  }
  return -1;
}

/** The values of the options for a message. */
function optionsOf(words: readonly string[]): string[] {
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
