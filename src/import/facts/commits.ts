/**
 * Reads commits from git's own answer, and their messages from the command:
 *
 *     git add -A && git commit -m "Fix the clock" -m "Both tests shared it."
 *     [main a1b2c3d] Fix the clock
 *      1 file changed, 2 insertions(+)
 */
import { commandOf } from '../called.ts';
import type { ToolCall, ToolResult } from '../record.ts';
import { simpleCommands } from '../shell-command.ts';

/** A commit that git confirmed. Texts are as found, neither shortened nor without secrets. */
export interface MadeCommit {
  hash: string;
  /** Empty in detached HEAD. */
  branch: string;
  subject: string;
  /** The rest of the message; empty if the command does not contain it. May have several lines. */
  body: string;
}

const READ = 40_000;
const ANSWER = /^\[([^\]\n]{1,250}?)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.{1,1000})$/gm;
const DETACHED = /^detached HEAD$/;
/** The text of a heredoc, as Claude Code writes messages: `-m "$(cat <<'EOF' … EOF)"`, `-F - <<EOF`. */
const HEREDOC_START = /<<-?[ \t]*(['"]?)([A-Za-z_]\w{0,40})\1[^\n]{0,200}\n/g;

/** The commits that a successful call made, in order. */
export function commitsIn(call: ToolCall, { text }: Pick<ToolResult, 'text'>): MadeCommit[] {
  const command = commandOf(call);
  if (!command.includes('commit') || !text.includes('] ')) return [];
  const answers = [...text.slice(0, READ).matchAll(ANSWER)];
  if (answers.length === 0) return [];
  const messages = messagesIn(command.slice(0, READ));
  return answers.map(([, place = '', hash = '', subject = '']) => {
    // Git joins the lines of a subject; an amended commit may have kept its message.
    const said = messages.find((message) => message.subject === subject.trim());
    const [only] = answers.length === 1 && messages.length === 1 ? messages : [];
    const body = said?.body ?? (only && subject.startsWith(only.subject.slice(0, 20)) ? only.body : '');
    return { hash, branch: DETACHED.test(place) ? '' : place, subject: subject.trim(), body };
  });
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
