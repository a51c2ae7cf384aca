/** Words for the state of recording: the time of the last session and hook failures. */

import { tildePaths } from '#src/lib/text/page-address.ts';
import { visibleText } from '#src/lib/text/plain.ts';
import { grouped } from '#src/lib/grouped.ts';

/** A failure noted by a hook. Its message may contain paths. */
export interface NotedFailure {
  /** UTC. */
  at: string;
  /** The hook: `session-start`. */
  event: string;
  message: string;
}

const MINUTE = 60_000;

/** How long ago a UTC time was: `just now`, `40 min ago`, `2 h ago`, `3 days ago`. */
export function agoWords(at: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${grouped(Math.floor(hours / 24))} days ago`;
}

/** The newest failure that may have left a session unrecorded; otherwise the newest of all. */
export function gravestFailure<Failure extends NotedFailure>(failures: readonly Failure[]): Failure | null {
  return failures.find(({ event }) => event === 'session-start') ?? failures[0] ?? null;
}

/** The message of a failure without invisible characters; `home` is written as `~`. */
export function failureWords({ message }: Pick<NotedFailure, 'message'>, home: string): string {
  return tildePaths(visibleText(message.replaceAll(ESCAPED, '')), home);
}

/** Terminal escape sequences, removed whole so that `[31m` is not left. */
const ESCAPED = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;

/** The hook that noted a failure, or `unknown`. */
export function failureSource(event: string): string {
  return /^[a-z][a-z-]{0,40}$/.test(event) ? event : 'unknown';
}
