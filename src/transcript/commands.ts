/**
 * The shell commands of a session: runs of tests, failures, repeated failures, and the commands that the project's
 * instructions name.
 */
import { type FactsBody, type FactsHead, LONGEST } from './facts.ts';
import { commandOf } from './called.ts';
import { beginning } from './clean-line.ts';
import { commandForm } from './command-form.ts';
import { failureOf, isOwnFailure } from './failure.ts';
import { isAnswer } from './friction.ts';
import { simpleCommands } from './shell-command.ts';
import { TOLD_AT } from '../notes/failing-text.ts';
import { sha1 } from '../lib/sha1.ts';
import { type Moment, SLACK, timeText, type When } from './moments.ts';
import type { ToolCall, ToolResult } from './records.ts';
import { reportsFailure, testIn } from './test-runs.ts';

const MOST_TESTS = 2000;
const MOST_FAILURES = 200;
/** The host runs it on, and tells its outcome elsewhere. */
const IN_BACKGROUND = /^Command (?:running|was manually backgrounded|did not complete).{0,200}background/i;
const LINE = LONGEST.line + SLACK;

type Failure = FactsBody['failures'][number];
type TestRun = FactsBody['tests'][number];

/** What a shell command was: a run of tests, or any other. */
export interface CommandOutcome {
  isTest: boolean;
  isFailed: boolean;
}

/** Runs of tests, and commands that failed. */
export class Commands {
  readonly #tests: TestRun[] = [];
  #runs = 0;
  #failedRuns = 0;
  readonly #failures = new Map<string, Failure>();
  /** Failures of this turn and the one before that nothing passed after yet, each with its turn. */
  readonly #open = new Map<string, number>();
  #turn = 0;

  /** A prompt. */
  prompt(): void {
    this.#turn++;
    for (const [key, turn] of this.#open) if (turn < this.#turn - 1) this.#open.delete(key);
  }

  /** The result of a shell command. */
  add(call: ToolCall, result: Pick<ToolResult, 'text' | 'isError'>, moment: When): CommandOutcome {
    const command = commandOf(call);
    const isRunning = call.input.run_in_background === true || IN_BACKGROUND.test(result.text.slice(0, 400));
    const test = isRunning ? null : testIn(command);
    const isError = result.isError && !isAnswer(call, result.text) && !isOwnFailure(call, result.text);
    const isFailed = isError || (test !== null && reportsFailure(result.text));
    if (test !== null) this.#run(test, isFailed, moment);
    if (isFailed) this.#fail(call, result.text, moment);
    else if (!isRunning && !result.isError && this.#open.size > 0) this.#pass(command);
    return { isTest: test !== null, isFailed };
  }

  #run(test: string, isFailed: boolean, { at, prompt }: When): void {
    this.#runs++;
    if (isFailed) this.#failedRuns++;
    if (this.#tests.length < MOST_TESTS)
      this.#tests.push({ command: beginning(test, LINE), isFailed, at: timeText(at), prompt });
  }

  /** What worked next. Commands that only look something up do not count. */
  #pass(command: string): void {
    if (commandForm(command) === null) return;
    for (const key of this.#open.keys()) {
      const failure = this.#failures.get(key);
      if (failure) failure.next ??= beginning(command, LINE);
    }
    this.#open.clear();
  }

  #fail(call: ToolCall, error: string, { at, prompt }: When): void {
    const { line, form, tried } = failureOf(call, error);
    const key = beginning(`${tried}\n${form}`);
    const known = this.#failures.get(key);
    if (known || this.#failures.size < MOST_FAILURES) this.#open.set(key, this.#turn);
    if (known) known.times++;
    else if (this.#failures.size < MOST_FAILURES) {
      const command = beginning(commandOf(call), LINE);
      this.#failures.set(key, { command, line: beginning(line, LINE), times: 1, at: timeText(at), prompt });
    }
  }

  get runs(): { runs: number; failed: number } {
    return { runs: this.#runs, failed: this.#failedRuns };
  }

  end(): Pick<FactsBody, 'tests' | 'failures'> {
    return { tests: this.#tests, failures: [...this.#failures.values()] };
  }
}

/** From this failure on, a command is repeated in spite of what the agent is told. Earlier ones cannot show whether that helps. */
const LEAST_FAILURES = TOLD_AT + 1;
/** Failing commands that are told apart. */
const MOST_COMMANDS = 500;

/** Counts failing commands that were repeated, and forgets the commands. */
export class Repeats {
  #runs = 0;
  #until: number | null = null;
  #failures = 0;
  /** How often each command failed since it last passed, by a digest of its form. */
  readonly #failed = new Map<string, number>();
  readonly #repeated = new Set<string>();

  /** A shell command that has ended. Those of ours and those that only look something up do not count. */
  add(command: string, isFailed: boolean): void {
    const form = commandForm(command);
    if (form === null) return;
    this.#runs++;
    if (!isFailed && this.#failed.size === 0) return;
    const digest = sha1(form);
    const times = this.#failed.get(digest);
    if (!isFailed) this.#failed.delete(digest);
    else if (times !== undefined || this.#failed.size < MOST_COMMANDS) this.#fail(digest, (times ?? 0) + 1);
  }

  #fail(digest: string, times: number): void {
    this.#failed.set(digest, times);
    if (times < LEAST_FAILURES) return;
    this.#failures++;
    this.#repeated.add(digest);
    this.#until ??= this.#runs;
  }

  end(): NonNullable<FactsHead['repeats']> {
    return {
      runs: this.#runs,
      until: this.#until ?? this.#runs,
      commands: this.#repeated.size,
      failures: this.#failures,
    };
  }
}

const MOST_RULES = { rules: 500, runs: 1000 };
const LONGEST_RULE = 300;
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
      if (digest !== undefined && this.#runs.length < MOST_RULES.runs)
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
    if (text.length > LONGEST_RULE || found.size >= MOST_RULES.rules) return;
    for (const words of simpleCommands(text.replace(/\s#\s.*$/, '')))
      if (words.length > 1 && PROGRAM.test(words[0] ?? '')) found.add(plain(words));
  }
}

function plain(words: readonly string[]): string {
  return words.join(' ').slice(0, LONGEST_RULE);
}
