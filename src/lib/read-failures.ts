import { lstatSync } from 'node:fs';
import type { Layout } from './paths.ts';
import { setAsideLog } from './paths.ts';
import { DAY_MS } from './calendar-day.ts';
import { compare } from './compare.ts';
import { readLastLines } from './read-end.ts';
import type { Failure } from './failure-log.ts';

/** A log larger than this is renamed (bytes). */
const FULL = 1024 * 1024;
/** How much of a log to read: all of it (bytes). */
const TAIL = FULL + 65_536;
const MOST = 50;
const DAYS = 30;

/** The failures that hooks logged in the last 30 days, newest first, at most 50. Skips invalid lines. */
export function recentFailures(layout: Pick<Layout, 'failureLog' | 'state'>, now: Date): Failure[] {
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
  const found = failuresIn(layout.failureLog, since);
  // A full log may have just been renamed. A smaller renamed log holds only failures that are settled.
  const earlier = setAsideLog(layout);
  const isFull = (lstatSync(earlier, { throwIfNoEntry: false })?.size ?? 0) > FULL;
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
