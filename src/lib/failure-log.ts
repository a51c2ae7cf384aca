/** The log of what failed in hooks and commands. */
import { lstatSync, renameSync } from 'node:fs';
import { DAY_MS } from './calendar-day.ts';
import { compare } from './compare.ts';
import { appendLines } from './files.ts';
import { readLastLines } from './read-file.ts';
import { type Paths, setAsideLog } from './paths.ts';
import { privateDirectory } from './private-directory.ts';

/** A larger log is renamed to `log.1.jsonl` and a new one begun (bytes). */
const LARGEST = 1024 * 1024;

/** A line of `log.jsonl`. Never contains environment variables or text from the session. */
export interface Failure {
  at: string;
  event: string;
  code: string;
  message: string;
  session_id?: string;
}

/** Adds a failure to the log. Never fails; the failure is on stderr anyway. */
export function logFailure(paths: Paths, failure: Failure): void {
  try {
    privateDirectory(paths.state, paths.config);
    appendLines(paths.failureLog, [JSON.stringify(failure)]);
    if (lstatSync(paths.failureLog).size > LARGEST) renameSync(paths.failureLog, setAsideLog(paths));
  } catch {
    // A full disk or missing permissions are probably what failed in the first place.
  }
}

/** How much of a log to read: all of it (bytes). */
const TAIL = LARGEST + 65_536;
const MOST = 50;
const DAYS = 30;

/** The failures that hooks logged in the last 30 days, newest first, at most 50. Skips invalid lines. */
export function recentFailures(paths: Pick<Paths, 'failureLog' | 'state'>, now: Date): Failure[] {
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
  const found = failuresIn(paths.failureLog, since);
  // A full log may have just been renamed. A smaller renamed log has only failures that were dealt with.
  const earlier = setAsideLog(paths);
  const isFull = (lstatSync(earlier, { throwIfNoEntry: false })?.size ?? 0) > LARGEST;
  const all = found.length >= MOST || !isFull ? found : [...failuresIn(earlier, since), ...found];
  return all.sort((a, b) => compare(b.at, a.at)).slice(0, MOST);
}

function failuresIn(path: string, since: string): Failure[] {
  return (readLastLines(path, TAIL) ?? []).flatMap((line) => {
    const failure = decode(line);
    return failure && failure.at >= since ? [failure] : [];
  });
}

function decode(line: string): Failure | null {
  if (!line.startsWith('{')) return null;
  try {
    const { at, event, code, message, session_id }: Record<string, unknown> = JSON.parse(line);
    if (typeof at !== 'string' || typeof event !== 'string' || Number.isNaN(Date.parse(at))) return null;
    const failure = { at, event, code: String(code ?? ''), message: String(message ?? '') };
    return typeof session_id === 'string' ? { ...failure, session_id } : failure;
  } catch {
    return null;
  }
}
