import type { FactsBody } from '../facts/facts.ts';
import { timeText } from '../import/facts/moment.ts';
import { simpleCommands } from '../import/shell-command.ts';
import type { Moment } from './steps.ts';

const MOST = { rules: 500, runs: 1000 };
const LONGEST = 300;
const FENCE = /^ {0,3}(?:```|~~~)/;
const PROMPT_SIGN = /^\s*(?:\$|>|%)\s+/;
/** The first word of a command: no path of a file, no option, no placeholder. */
const PROGRAM = /^(?:\.{0,2}\/)?[\w][\w./+-]*$/;

type Run = NonNullable<FactsBody['ruleRuns']>[number];

/**
 * Notes when commands passed that the project's instructions name, so that one can tell later whether they were run after the
 * last edit before a commit. Only their digests are kept.
 */
export class RuleRuns {
  readonly #rules: ReadonlyMap<string, string>;
  readonly #runs: Run[] = [];

  /** `rules` has the digest of each command. */
  constructor(rules: ReadonlyMap<string, string>) {
    this.#rules = rules;
  }

  /** A shell command that passed, after so many edits. Of several in one line, the last must have passed; before `&&`, all. */
  passed(command: string, { at, prompt }: Moment, edits: number): void {
    if (this.#rules.size === 0) return;
    const parts = simpleCommands(command);
    for (const words of /[;|\n]/.test(command) ? parts.slice(-1) : parts) {
      const digest = this.#rules.get(plain(words));
      if (digest !== undefined && this.#runs.length < MOST.runs)
        this.#runs.push({ command: digest, at: timeText(at), prompt, edits });
    }
  }

  end(): Pick<FactsBody, 'ruleRuns'> {
    return this.#runs.length === 0 ? {} : { ruleRuns: this.#runs };
  }
}

/** The commands that a file of instructions names, in fenced blocks and inline code, as `passed` compares them. */
export function commandsNamedIn(markdown: string): string[] {
  const found = new Set<string>();
  let isFenced = false;
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced;
    else if (isFenced) note(line.replace(PROMPT_SIGN, ''));
    else for (const [, code = ''] of line.matchAll(/`([^`]{1,300})`/g)) note(code);
  }
  return [...found];

  function note(text: string): void {
    if (text.length > LONGEST || found.size >= MOST.rules) return;
    for (const words of simpleCommands(text.replace(/\s#\s.*$/, '')))
      if (words.length > 1 && PROGRAM.test(words[0] ?? '')) found.add(plain(words));
  }
}

function plain(words: readonly string[]): string {
  return words.join(' ').slice(0, LONGEST);
}
