/** The pull requests that a session opened, and addresses of pull requests. */
import { commandOf } from './calls.ts';
import { beginning } from './clean-line.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './records.ts';
import { simpleCommands } from './shell.ts';

const READ = 40_000;
const LONGEST_URL = 300;
/** What `gh pr create` and `glab mr create` print. */
const ADDRESS = /https:\/\/[\w.-]{1,200}\/[\w.~/-]{1,200}\/(?:pull|pull-requests|merge_requests)\/(\d{1,9})(?![\w/])/;
const CREATES = /^(?:gh pr|glab mr) (?:create|new)$/;

/** The address and title of the pull request that a shell command opened; empty if it opened none. */
export function pullRequestOf(call: ToolCall, { text, noted, isError }: ToolResult): { url: string; title: string } {
  const command = commandOf(call);
  if (isError || !/\b(?:gh\s+pr|glab\s+mr)\s+(?:create|new)\b/.test(command)) return { url: '', title: '' };
  const words = simpleCommands(command).find(([program, noun, verb]) => CREATES.test(`${program} ${noun} ${verb}`));
  const [url] = ADDRESS.exec(text.slice(0, READ)) ?? [];
  const { url: notedUrl } = fieldsOf(fieldsOf(noted.gitOperation).pr);
  return { url: url ?? wordOf(notedUrl) ?? '', title: titleIn(words ?? []) };
}

/** The pull request at an address; null if that cannot be one. */
export function pullRequestAt(address: string): { url: string; number: number | null } | null {
  const [url = address, number = ''] = ADDRESS.exec(address.slice(0, LONGEST_URL)) ?? [];
  if (url.length > LONGEST_URL || !/^https:\/\/[^\s<>"]+$/.test(url)) return null;
  return { url: beginning(url, LONGEST_URL), number: Number(number) || null };
}

/** The value of the command's option for a title. */
function titleIn(words: readonly string[]): string {
  const at = words.findIndex((word) => word === '--title' || word === '-t' || word.startsWith('--title='));
  const [, joined] = (words[at] ?? '').split(/=(.*)/s);
  return at === -1 ? '' : (joined ?? words[at + 1] ?? '');
}
