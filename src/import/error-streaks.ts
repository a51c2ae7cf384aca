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
import { callName } from './called.ts';
import type { Candidate, Origin } from './candidate.ts';
import { FailingCommand } from './failing-command.ts';
import { failureOf } from './failure.ts';
import type { ToolCall } from './record.ts';
import { Streak } from './streak.ts';

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
    const told = commands.flatMap(([, command]) =>
      command.event === null ? [] : [{ event: command.event, streaks: command.untold }],
    );
    const inCommands = told.reduce((sum, { streaks }) => sum + streaks.length, 0);
    const untold = over.reduce((sum, { isEvent, count }) => sum + (isEvent ? 0 : count), 0);
    this.#single += Math.max(0, untold - inCommands);
    return [...over.flatMap(({ event }) => event ?? []), ...told.map(({ event }) => event)];
  }
}
