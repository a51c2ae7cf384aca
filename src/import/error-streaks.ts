import { counted } from '../text/day.ts';
import { callName } from './called.ts';
import type { Candidate, Origin } from './candidate.ts';
import { beginning } from './clean-line.ts';
import { type Failure, failureOf } from './failure.ts';
import type { ToolCall } from './record.ts';

/**
 * Calls that fail again and again while one prompt is worked on.
 *
 *     npm test   fails: Cannot find module './totals'
 *     npm test   fails: Cannot find module './totals'         the same call, the same answer: an event
 *
 * To try once more is work; to run into the same cause three times, or to repeat a call that cannot succeed, is a
 * mistake that was not understood (ERROR), or an obstacle that no trying moves (BLOCKED). One command that fails five times
 * in a row, each time for another reason, is an event of its own words.
 */

/** The streaks of one session. A streak ends with a success of the same call, or with the next prompt. */
export class ErrorStreaks {
  #open: Streak[] = [];
  #commands = new Map<string, FailingCommand>();
  #single = 0;

  /** A call that failed, other than by ordinary friction. */
  fail(call: ToolCall, error: string, origin: Origin): void {
    const failure = failureOf(call, error);
    let streak = this.#open.find((each) => each.takes(failure));
    if (!streak) {
      streak = new Streak(failure);
      this.#open.push(streak);
    }
    streak.add(failure, origin);
    const command = this.#commands.get(failure.tried) ?? new FailingCommand(failure.name);
    this.#commands.set(failure.tried, command);
    command.add(failure, streak, origin);
  }

  /** A call that succeeded: what failed under its name before is over. */
  succeed(call: ToolCall): Candidate[] {
    if (this.#open.length === 0) return [];
    const name = callName(call);
    return this.#close(
      (each) => each.isOf(name),
      (command) => command.name === name,
    );
  }

  /** The end of what was worked on for a prompt. */
  end(): Candidate[] {
    return this.#close(
      () => true,
      () => true,
    );
  }

  /** How many failures were no streak. */
  get single(): number {
    return this.#single;
  }

  #close(isOver: (streak: Streak) => boolean, isCommandOver: (command: FailingCommand) => boolean): Candidate[] {
    const over = this.#open.filter(isOver);
    const commands = [...this.#commands].filter(([, command]) => isCommandOver(command));
    if (over.length > 0) this.#open = this.#open.filter((streak) => !isOver(streak));
    for (const [tried] of commands) this.#commands.delete(tried);
    const reported = commands.flatMap(([, command]) =>
      command.event === null ? [] : [{ event: command.event, streaks: command.unreported }],
    );
    const inCommands = reported.reduce((sum, { streaks }) => sum + streaks.length, 0);
    const unreported = over.reduce((sum, { isEvent, count }) => sum + (isEvent ? 0 : count), 0);
    this.#single += Math.max(0, unreported - inCommands);
    return [...over.flatMap(({ event }) => event ?? []), ...reported.map(({ event }) => event)];
  }
}

const ALIKE = 3;
const IDENTICAL = 2;

/** Failures with one cause. Of many it keeps only in what they differ. */
class Streak {
  readonly #first: Pick<Failure, 'program' | 'obstacle' | 'line'>;
  readonly #names = new Set<string>();
  readonly #programs = new Set<string>();
  readonly #forms = new Set<string>();
  readonly #lines = new Set<string>();
  readonly #answers = new Map<string, number>();
  #count = 0;
  /** The failure that made it a streak; null while it is none. */
  #origin: Origin | null = null;

  constructor({ program, obstacle, line }: Failure) {
    this.#first = { program, obstacle, line: beginning(line) };
  }

  get count(): number {
    return this.#count;
  }

  get isEvent(): boolean {
    return this.#origin !== null;
  }

  takes({ obstacle, form, name }: Failure): boolean {
    if (obstacle !== this.#first.obstacle) return false;
    // What is not allowed or not reached is so for all that one program tries; a missing tool is one tool.
    const isMet = obstacle !== null && obstacle !== 'missing tool' && this.#names.has(name);
    return isMet || this.#forms.has(form);
  }

  add({ name, program, form, line, same }: Failure, origin: Origin): void {
    this.#count++;
    this.#names.add(name);
    this.#programs.add(program);
    this.#forms.add(form);
    this.#lines.add(beginning(line));
    if (this.#origin) return;
    const times = (this.#answers.get(same) ?? 0) + 1;
    this.#answers.set(same, times);
    if (this.#count >= ALIKE || times >= IDENTICAL) this.#origin = origin;
  }

  isOf(name: string): boolean {
    return this.#names.has(name);
  }

  /** The event that it is; null while it is none. */
  get event(): Candidate | null {
    if (this.#origin === null) return null;
    const { program, obstacle, line } = this.#first;
    const others = this.#programs.size === 1 ? '' : ` and ${counted(this.#programs.size - 1, 'other')}`;
    const first = this.#lines.size === 1 ? '' : ', at first';
    const text = `${program}${others} failed ${this.#count} times${obstacle === null ? '' : `, ${obstacle}`}${first}: ${line}`;
    return { tag: obstacle === null ? 'ERROR' : 'BLOCKED', text, details: [], origin: this.#origin };
  }
}

const IN_A_ROW = 5;

/** The failures of one command with the same arguments, one after the other, whatever their causes are. */
class FailingCommand {
  readonly name: string;
  readonly #streaks: Streak[] = [];
  #last: Pick<Failure, 'program' | 'line'> = { program: '', line: '' };
  #origin: Origin | null = null;

  constructor(name: string) {
    this.name = name;
  }

  add({ program, line }: Failure, streak: Streak, origin: Origin): void {
    this.#streaks.push(streak);
    this.#last = { program, line: beginning(line) };
    if (this.#streaks.length === IN_A_ROW) this.#origin = origin;
  }

  /** The streaks of failures that are no events by themselves; the row counts for them where it is one. */
  get unreported(): readonly Streak[] {
    return this.#streaks.filter(({ isEvent }) => !isEvent);
  }

  /** The event that it is; null where too few of its failures are told by no streak. */
  get event(): Candidate | null {
    if (this.#origin === null || this.unreported.length < IN_A_ROW) return null;
    const { program, line } = this.#last;
    const text = `${program} failed ${this.#streaks.length} times in a row, at last: ${line}`;
    return { tag: 'ERROR', text, details: [], origin: this.#origin };
  }
}
