/** The shell commands of a session: runs of tests, failures and what passed after them. */
import { commandOf, isAnswer, isOwnFailure } from './calls.ts';
import { beginning } from './clean-line.ts';
import { type FactsBody, LONGEST } from './facts.ts';
import { failureOf } from './failures.ts';
import { SLACK, timeText, type When } from './moments.ts';
import type { ToolCall, ToolResult } from './records.ts';
import { commandForm } from './shell.ts';
import { reportsFailure, testIn } from './test-runs.ts';

const MOST_TESTS = 2000;
const MOST_FAILURES = 200;
/** The host runs it on, and tells its outcome elsewhere. */
const IN_BACKGROUND = /^Command (?:running|was manually backgrounded|did not complete).{0,200}background/i;
const LINE = LONGEST.line + SLACK;

type Failure = FactsBody['failures'][number];

/** What a shell command was: a run of tests, or any other. */
interface CommandOutcome {
  isTest: boolean;
  isFailed: boolean;
}

/** Follows the shell commands of a session. */
export class Commands {
  readonly #tests: FactsBody['tests'] = [];
  readonly runs = { runs: 0, failed: 0 };
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
    else if (!isRunning && !result.isError && this.#open.size > 0 && commandForm(command) !== null) this.#pass(command);
    return { isTest: test !== null, isFailed };
  }

  #run(test: string, isFailed: boolean, { at, prompt }: When): void {
    this.runs.runs++;
    if (isFailed) this.runs.failed++;
    if (this.#tests.length < MOST_TESTS)
      this.#tests.push({ command: beginning(test, LINE), isFailed, at: timeText(at), prompt });
  }

  /** What worked next. Commands that only look something up do not count. */
  #pass(command: string): void {
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
    if (known) known.times++;
    else if (this.#failures.size >= MOST_FAILURES) return;
    else {
      const command = beginning(commandOf(call), LINE);
      this.#failures.set(key, { command, line: beginning(line, LINE), times: 1, at: timeText(at), prompt });
    }
    this.#open.set(key, this.#turn);
  }

  end(): Pick<FactsBody, 'tests' | 'failures'> {
    return { tests: this.#tests, failures: [...this.#failures.values()] };
  }
}
