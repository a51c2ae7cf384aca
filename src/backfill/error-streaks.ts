/**
 * Calls that fail again and again while one prompt is worked on.
 *
 *     npm test   fails: Cannot find module './totals'
 *     npm test   fails: Cannot find module './totals'         the same call, the same answer: an event
 *
 * To try once more is work; to run into the same thing three times, or to repeat a call that cannot succeed, is a
 * mistake that was not understood (ERROR), or an obstacle that no trying moves (BLOCKED).
 */
import { counted } from '../text/day.ts';
import { callName, failedName, targetOf } from './called.ts';
import type { Candidate, Origin } from './candidate.ts';
import { beginning } from './clean-line.ts';
import { errorForm, errorLine, isAbsence } from './error-line.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import type { ToolCall } from './record.ts';

const ALIKE = 3;
const IDENTICAL = 2;

interface Failure {
  name: string;
  /** What failed of the call, as far as the error says: of a chain of commands it is one. */
  program: string;
  /** Something is not there: another thing that is not there is another failure. */
  isAbsence: boolean;
  form: string;
  /** The call and its answer, whole as far as they are kept. */
  same: string;
}

interface Streak {
  failures: Failure[];
  obstacle: Obstacle | null;
  name: string;
  line: string;
  /** The failure that made it a streak; null while it is none. */
  origin: Origin | null;
}

/** The streaks of one session. A streak ends with a success of the same call, or with the next prompt. */
export class ErrorStreaks {
  #open: Streak[] = [];
  #single = 0;

  /** A call that failed, other than by ordinary friction. */
  fail(call: ToolCall, error: string, origin: Origin): void {
    const line = errorLine(error);
    const name = callName(call);
    const obstacle = obstacleOf(error);
    const program = failedName(call, line);
    // An obstacle is one whatever it is met with.
    const isAbsent = obstacle === null && isAbsence(line);
    const failure = {
      name,
      program,
      isAbsence: isAbsent,
      form: errorForm(line),
      same: beginning(`${targetOf(call)}\n${line}`),
    };
    const streak = this.#open.find(
      (other) => other.obstacle === obstacle && other.failures.some((each) => isAlike(each, failure)),
    );
    if (streak) streak.failures.push(failure);
    const own =
      streak ?? this.#opened({ failures: [failure], obstacle, name: program, line: beginning(line), origin: null });
    if (own.origin === null && isStreak(own.failures)) own.origin = origin;
  }

  /** A call that succeeded: what failed under its name before is over. */
  succeed(call: ToolCall): Candidate[] {
    if (this.#open.length === 0) return [];
    const name = callName(call);
    return this.#close((streak) => streak.failures.some((failure) => failure.name === name));
  }

  /** The end of what was worked on for a prompt. */
  end(): Candidate[] {
    return this.#close(() => true);
  }

  /** How many failures were no streak. */
  get single(): number {
    return this.#single;
  }

  #opened(streak: Streak): Streak {
    this.#open.push(streak);
    return streak;
  }

  #close(isOver: (streak: Streak) => boolean): Candidate[] {
    const over = this.#open.filter(isOver);
    this.#open = this.#open.filter((streak) => !over.includes(streak));
    return over.flatMap((streak) => {
      const event = eventOf(streak);
      if (event === null) this.#single += streak.failures.length;
      return event ?? [];
    });
  }
}

function isAlike(a: Failure, b: Failure): boolean {
  if (a.form === b.form && a.form !== '') return true;
  return a.name === b.name && !a.isAbsence && !b.isAbsence;
}

function isStreak(failures: readonly Failure[]): boolean {
  if (failures.length >= ALIKE) return true;
  return failures.some(({ same }) => failures.filter((other) => other.same === same).length >= IDENTICAL);
}

function eventOf({ failures, obstacle, name, line, origin }: Streak): Candidate | null {
  if (origin === null) return null;
  const names = new Set(failures.map(({ program }) => program));
  const others = names.size === 1 ? '' : ` and ${counted(names.size - 1, 'other')}`;
  const text = `${name}${others} failed ${failures.length} times${obstacle === null ? '' : `, ${obstacle}`}: ${line}`;
  return { tag: obstacle === null ? 'ERROR' : 'BLOCKED', text, details: [], origin };
}
