/** The pull requests that a session opened or was linked to. */
import { type FactsBody, LONGEST } from './facts.ts';
import { commandOf } from './called.ts';
import { beginning } from './clean-line.ts';
import { simpleCommands } from './shell-command.ts';
import { SLACK, timeText, type When } from './moments.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './records.ts';

const MOST = 100;
const READ = 40_000;
const LONGEST_URL = 300;
/** What `gh pr create` and `glab mr create` print. */
const ADDRESS = /https:\/\/[\w.-]{1,200}\/[\w.~/-]{1,200}\/(?:pull|pull-requests|merge_requests)\/(\d{1,9})(?![\w/])/;
const CREATES = /^(?:gh pr|glab mr) (?:create|new)$/;

type PullRequest = FactsBody['pullRequests'][number];

/** The pull requests that a session opened, and those that the host linked to it. */
export class PullRequests {
  readonly #found = new Map<string, PullRequest>();

  /** The result of a shell command. */
  add(call: ToolCall, { text, noted, isError }: ToolResult, moment: When): void {
    const command = commandOf(call);
    if (isError || !/\b(?:gh\s+pr|glab\s+mr)\s+(?:create|new)\b/.test(command)) return;
    const words = simpleCommands(command).find(([program, noun, verb]) => CREATES.test(`${program} ${noun} ${verb}`));
    const [url = '', number = ''] = ADDRESS.exec(text.slice(0, READ)) ?? [];
    const { url: notedUrl } = fieldsOf(fieldsOf(noted.gitOperation).pr);
    const title = words === undefined ? '' : (optionOf(words, '--title', '-t') ?? '');
    this.#add(url === '' ? (wordOf(notedUrl) ?? '') : url, Number(number), title, moment);
  }

  /** A record of the host, which links a session to a pull request that it saw. */
  link(url: string, moment: When): void {
    const [whole = '', number = ''] = ADDRESS.exec(url.slice(0, LONGEST_URL)) ?? [];
    this.#add(whole, Number(number), '', moment);
  }

  #add(url: string, number: number, title: string, { at, prompt }: When): void {
    if (url === '' || url.length > LONGEST_URL || !/^https:\/\/[^\s<>"]+$/.test(url)) return;
    const known = this.#found.get(url);
    if (known?.title === '' && title !== '') known.title = beginning(title, LONGEST.title + SLACK);
    if (known || this.#found.size >= MOST) return;
    this.#found.set(url, {
      url: beginning(url, LONGEST_URL),
      number: number > 0 ? number : null,
      title: beginning(title, LONGEST.title + SLACK),
      at: timeText(at),
      prompt,
    });
  }

  end(): PullRequest[] {
    return [...this.#found.values()];
  }
}

/** The value of a command's option. */
function optionOf(words: readonly string[], long: string, short: string): string | null {
  for (const [index, word] of words.entries()) {
    if (word === long || word === short) return words[index + 1] ?? null;
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1);
  }
  return null;
}
