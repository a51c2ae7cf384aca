import type { ToolCall } from './records.ts';
import { callName, commandOf, failedName, targetOf } from './called.ts';
import { beginning } from './clean-line.ts';
import { causeOf, isAbsence } from './error-line.ts';
import { mainCommand } from './shell-command.ts';

/** An error with this many words can be recognised in another program's output. */
const SPECIFIC_FROM = 3;

/** A failed call, with what it is compared by. */
export interface Failure {
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

const failures = new WeakMap<ToolCall, { error: string; failure: Failure }>();

/** The failure of a call with an error. Facts and events ask for the same call, so it is cached by it. */
export function failureOf(call: ToolCall, error: string): Failure {
  const known = failures.get(call);
  if (known?.error === error) return known.failure;
  const failure = failureIn(call, error);
  failures.set(call, { error, failure });
  return failure;
}

function failureIn(call: ToolCall, error: string): Failure {
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

/** Whether what failed is a command of ours: that is no part of the work. Its message tells, also behind another command. */
export function isOwnFailure(call: ToolCall, error: string): boolean {
  const [program = ''] = mainCommand(commandOf(call));
  return /(?:^|[\\/])chronicle$/.test(program) || /^session-chronicle: /m.test(error.slice(0, READ));
}

/** The obstacle; null if the call itself was wrong. */
export function obstacleOf(error: string): Obstacle | null {
  const words = error.slice(0, READ);
  return OBSTACLES.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
