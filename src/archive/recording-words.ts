/**
 * What pages say of recording: when a chronicle was last written, and what the hooks could not do.
 */
import { homelyText } from '../text/page-address.ts';
import { visibleText } from '../text/visible.ts';

/** A failure that a hook noted. Its sentence may hold paths. */
export interface NotedFailure {
  /** UTC. */
  at: string;
  /** The hook: `session-start`. */
  event: string;
  message: string;
}

const MINUTE = 60_000;

/** `just now`, `40 min ago`, `2 h ago`, `3 days ago`: how long before a moment a time in UTC was. */
export function agoWords(at: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24).toLocaleString('en-GB')} days ago`;
}

/** The newest failure that may have left a session without a record; the newest of all where none did. */
export function gravestFailure<Failure extends NotedFailure>(failures: readonly Failure[]): Failure | null {
  return failures.find(({ event }) => event === 'session-start') ?? failures[0] ?? null;
}

/** What a noted failure says, with only what a reader sees; `home` is written as `~`. */
export function failureWords({ message }: Pick<NotedFailure, 'message'>, home: string): string {
  return homelyText(visibleText(message.replaceAll(ESCAPED, '')), home);
}

/** Escape sequences of terminals: without their opener, `[31m` would be left of them. */
const ESCAPED = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;

/** `The hook session-start`, as a list names who noted a failure. */
export function failureSource(event: string): string {
  return /^[a-z][a-z-]{0,40}$/.test(event) ? event : 'unknown';
}
