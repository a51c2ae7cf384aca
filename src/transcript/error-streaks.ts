import { counted } from '../lib/text/day.ts';
import type { InferredEvent, Origin } from './found-events.ts';
import type { ToolCall } from './records.ts';
import { callName } from './called.ts';
import { beginning } from './clean-line.ts';
import { type Failure, failureOf } from './failure.ts';
import { shortPath } from './named-path.ts';

/**
 * Finds calls that fail repeatedly during one prompt.
 *
 *     npm test   fails: Cannot find module './totals'
 *     npm test   fails: Cannot find module './totals'         the same call, the same result: an event
 *
 * A second attempt is ordinary work. Three failures with the same cause, or the same call with the same result twice, are
 * an event: ERROR, or BLOCKED if an obstacle such as a missing permission is the cause.
 */

/** The streaks of one session. A streak ends when the same call succeeds, or with the next prompt. */
export class ErrorStreaks {
  #open: Streak[] = [];
  /** The file that was changed last since the last failure. */
  #edited = '';

  /** A failed call, apart from ordinary friction. */
  fail(call: ToolCall, error: string, origin: Origin): void {
    const failure = failureOf(call, error);
    let streak = this.#open.find((each) => each.takes(failure));
    if (!streak) {
      streak = new Streak(failure);
      this.#open.push(streak);
    }
    streak.add(failure, origin);
    this.#edited = '';
  }

  /** A file was changed. */
  edit(path: string): void {
    if (this.#open.length > 0) this.#edited = path;
  }

  /** A successful call. It ends the streaks of its name. */
  succeed(call: ToolCall, cwd = ''): InferredEvent[] {
    if (this.#open.length === 0) return [];
    const name = callName(call);
    const over = this.#open.filter((each) => each.isOf(name));
    this.#open = this.#open.filter((each) => !each.isOf(name));
    const path = shortPath(this.#edited, cwd);
    const details = path === '' ? [] : [`passed after a change of ${path}`];
    return eventsOf(over).map((event) => ({ ...event, details }));
  }

  /** The end of the work on a prompt. */
  end(): InferredEvent[] {
    const events = eventsOf(this.#open);
    this.#open = [];
    return events;
  }
}

function eventsOf(streaks: readonly Streak[]): InferredEvent[] {
  return streaks.flatMap(({ event }) => event ?? []);
}

const ALIKE = 3;
const IDENTICAL = 2;

/** Failures with the same cause. Only their differences are kept. */
class Streak {
  readonly #first: Pick<Failure, 'program' | 'obstacle' | 'line'>;
  readonly #names = new Set<string>();
  readonly #programs = new Set<string>();
  readonly #forms = new Set<string>();
  readonly #lines = new Set<string>();
  readonly #answers = new Map<string, number>();
  #count = 0;
  /** The failure that made it an event; null until then. */
  #origin: Origin | null = null;

  constructor({ program, obstacle, line }: Failure) {
    this.#first = { program, obstacle, line: beginning(line) };
  }

  takes({ obstacle, form, name }: Failure): boolean {
    if (obstacle !== this.#first.obstacle) return false;
    // A missing permission or network affects everything a program tries; a missing tool is one tool.
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

  /** The event; null if it has too few failures. */
  get event(): InferredEvent | null {
    if (this.#origin === null) return null;
    const { program, obstacle, line } = this.#first;
    const others = this.#programs.size === 1 ? '' : ` and ${counted(this.#programs.size - 1, 'other')}`;
    const first = this.#lines.size === 1 ? '' : ', first with';
    const text = `${program}${others} failed ${this.#count} times${obstacle === null ? '' : `, ${obstacle}`}${first}: ${line}`;
    return { tag: obstacle === null ? 'ERROR' : 'BLOCKED', text, details: [], origin: this.#origin };
  }
}
