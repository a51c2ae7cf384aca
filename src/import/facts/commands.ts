import { type FactsBody, LONGEST } from '#src/facts/facts.ts';
import type { ToolCall, ToolResult } from '#src/transcript/records.ts';
import { commandOf } from '../called.ts';
import { beginning } from '../clean-line.ts';
import { commandForm } from '../command-form.ts';
import { failureOf, isOwnFailure } from '../failure.ts';
import { isAnswer } from '../friction.ts';
import { type Moment, SLACK, timeText } from './moment.ts';
import { testIn } from './test-commands.ts';
import { reportsFailure } from './test-report.ts';

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
  add(call: ToolCall, result: Pick<ToolResult, 'text' | 'isError'>, moment: Omit<Moment, 'record'>): CommandOutcome {
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

  #run(test: string, isFailed: boolean, { at, prompt }: Omit<Moment, 'record'>): void {
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

  #fail(call: ToolCall, error: string, { at, prompt }: Omit<Moment, 'record'>): void {
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
