/** Failed calls: what failed, why, and which failures are the same one again. */
import { counted } from '#src/lib/text/day.ts';
import { callName, commandOf, failedName, targetOf } from './calls.ts';
import { beginning } from './clean-line.ts';
import { causeOf, isAbsence } from './error-cause.ts';
import type { InferredEvent, Origin } from './found.ts';
import type { ToolCall } from './records.ts';
import { mainCommand, shortPath } from './shell.ts';

/** An error with this many words can be recognised in another program's output. */
const SPECIFIC_FROM = 3;

/** A failed call, with what it is compared by. */
interface Failure {
  name: string;
  /** What failed in the call: in a chain of commands, the one that the error names. */
  program: string;
  /** The command with its arguments: equal for each attempt. */
  tried: string;
  obstacle: Obstacle | null;
  line: string;
  /** Equal for failures with the same cause. */
  form: string;
  /** The call and its result: equal for an exact repetition. */
  same: string;
}

/** The failure of a call with an error. */
export function failureOf(call: ToolCall, error: string): Failure {
  const { line, form } = causeOf(error);
  const program = failedName(call, line);
  const words = mainCommand(commandOf(call));
  const tried = beginning(`${call.name} ${words.length > 0 ? words.join(' ') : targetOf(call)}`);
  const isSpecific = isAbsence(line) || (form.match(/\p{L}{2,}/gu) ?? []).length >= SPECIFIC_FROM;
  return {
    name: callName(call),
    program,
    tried,
    obstacle: obstacleOf(error),
    line,
    form: isSpecific ? form : `${form === '' ? tried : program}\n${form}`,
    same: beginning(`${targetOf(call)}\n${line}`),
  };
}

/** Obstacles that no caller could have avoided: a streak of such failures is BLOCKED, not ERROR. */
type Obstacle = 'permission denied' | 'no network' | 'missing tool';

const OBSTACLES: readonly [obstacle: Obstacle, words: RegExp][] = [
  [
    'missing tool',
    /command not found|: not found\s*$|is not recognized as (?:an internal|the name)|executable file not found|spawn \S+ ENOENT|env: .{1,60}: No such file or directory|is not installed|could not determine executable to run|(?:cannot|could not|can't) find (?:the )?(?:program|executable|binary)/im,
  ],
  [
    'no network',
    /\b(?:ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)\b|could not resolve (?:host|proxy)|couldn't (?:resolve|connect)|failed to connect to|temporary failure in name resolution|name or service not known|network is unreachable|no route to host|connection (?:timed out|refused|reset)|connect(?:ion)? timeout|operation timed out|unable to verify if domain|CONNECT tunnel failed|proxy.{0,40}\b40[37]\b|\b40[37]\b.{0,40}proxy|status code 40[37]\b|returned error: 40[37]\b|\b407 Proxy/i,
  ],
  [
    'permission denied',
    /permission denied|\b(?:EACCES|EPERM)\b|operation not permitted|needs approval|requires approval|requested permissions? to|haven't granted it|permission to use .{1,80} (?:has been )?denied|permission for this tool use was denied|while in plan mode|auto mode is unavailable|is not allowed to|not authorized|access is denied|read-only file system|denied by .{0,40}(?:policy|permission|rule)/i,
  ],
];

/** The error's own message is in the first characters; a log after it may contain anything. */
const READ = 2000;

/** The obstacle; null if the call itself was wrong. */
export function obstacleOf(error: string): Obstacle | null {
  const words = error.slice(0, READ);
  return OBSTACLES.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** A second attempt is ordinary work. So many failures with the same cause, or the same call with the same result, are an event. */
const ALIKE = 3;
const IDENTICAL = 2;

/** Failures with the same cause. Only their differences are kept. */
interface Streak extends Pick<Failure, 'program' | 'obstacle' | 'line'> {
  names: Set<string>;
  programs: Set<string>;
  forms: Set<string>;
  lines: Set<string>;
  /** How often each call had the same result, until the streak is an event. */
  answers: Map<string, number>;
  count: number;
  /** The failure that made it an event; null until then. */
  origin: Origin | null;
}

/**
 * Finds calls that fail repeatedly during one prompt: ERROR, or BLOCKED if an obstacle such as a missing permission is the
 * cause. A streak ends when the same call succeeds, or with the next prompt.
 *
 *     npm test   fails: Cannot find module './totals'
 *     npm test   fails: Cannot find module './totals'         the same call, the same result: an event
 */
export class ErrorStreaks {
  #open: Streak[] = [];
  /** The file that was changed last since the last failure. */
  #edited = '';

  /** A failed call, apart from ordinary friction. */
  fail(call: ToolCall, error: string, origin: Origin): void {
    const failure = failureOf(call, error);
    const { program, obstacle, name, form, same } = failure;
    const line = beginning(failure.line);
    let streak = this.#open.find((each) => isSameCause(each, failure));
    if (!streak) {
      streak = {
        program,
        obstacle,
        line,
        names: new Set(),
        programs: new Set(),
        forms: new Set(),
        lines: new Set(),
        answers: new Map(),
        count: 0,
        origin: null,
      };
      this.#open.push(streak);
    }
    streak.count++;
    streak.names.add(name);
    streak.programs.add(program);
    streak.forms.add(form);
    streak.lines.add(line);
    this.#edited = '';
    if (streak.origin !== null) return;
    const times = (streak.answers.get(same) ?? 0) + 1;
    streak.answers.set(same, times);
    if (streak.count >= ALIKE || times >= IDENTICAL) streak.origin = origin;
  }

  /** A file was changed. */
  edit(path: string): void {
    if (this.#open.length > 0) this.#edited = path;
  }

  /** A successful call. It ends the streaks of its name. */
  succeed(call: ToolCall, cwd = ''): InferredEvent[] {
    if (this.#open.length === 0) return [];
    const name = callName(call);
    const over = this.#open.filter(({ names }) => names.has(name));
    this.#open = this.#open.filter(({ names }) => !names.has(name));
    const path = shortPath(this.#edited, cwd);
    return over.flatMap((streak) => eventOf(streak, path === '' ? [] : [`passed after a change of ${path}`]));
  }

  /** The end of the work on a prompt. */
  end(): InferredEvent[] {
    return this.#open.splice(0).flatMap((streak) => eventOf(streak, []));
  }
}

function isSameCause(streak: Streak, { obstacle, form, name }: Failure): boolean {
  if (obstacle !== streak.obstacle) return false;
  // A missing permission or network affects everything a program tries; a missing tool is one tool.
  const isMet = obstacle !== null && obstacle !== 'missing tool' && streak.names.has(name);
  return isMet || streak.forms.has(form);
}

/** The event; none if there are too few failures. */
function eventOf(
  { origin, programs, lines, program, obstacle, line, count }: Streak,
  details: string[],
): InferredEvent[] {
  if (origin === null) return [];
  const others = programs.size === 1 ? '' : ` and ${counted(programs.size - 1, 'other')}`;
  const first = lines.size === 1 ? '' : ', first with';
  const text = `${program}${others} failed ${count} times${obstacle === null ? '' : `, ${obstacle}`}${first}: ${line}`;
  return [{ tag: obstacle === null ? 'ERROR' : 'BLOCKED', text, details, origin }];
}
