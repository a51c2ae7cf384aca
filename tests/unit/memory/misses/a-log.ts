import type { Session } from '#src/format/session.ts';
import { type HistoryLine, memoryHistories, type MemoryHistory } from '#src/memory/history.ts';
import { NO_DECISIONS } from '#src/memory/decisions.ts';
import { findMistakes, judgedMistakes, type Mistake } from '#src/memory/mistakes.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aLedger } from '../effect/a-result.ts';

/** A project's sessions, newest first, one per line: `2026-07-01 10:00 Used a float`. `HIT` before the text makes it a hit. */
export function aLog(lines: readonly string[], given: Parameters<typeof aSession>[0] = {}): Session[] {
  const sessions = lines.map((line, index) => {
    const [, date = '', time, hit, text = ''] = /^(\S+) (?:(\d\d:\d\d) )?(HIT )?(.*)$/s.exec(line) ?? [];
    const event = `- ${time ? `${time} ` : ''}[MEMORY-${hit ? 'HIT' : 'MISS'}] ${text}`;
    return aSession({
      date,
      id: `session-${index + 1}`,
      body: `## Events\n\n${event}\n`,
      branch: `b${index}`,
      ...given,
    });
  });
  return sessions.sort((a, b) => (a.chronicle.frontMatter.date < b.chronicle.frontMatter.date ? 1 : -1));
}

/** The reference of an event of a log: `session-1#e-80a7bf` for its first line. */
export function named(sessions: readonly Session[], line: number): string {
  const id = `session-${line}`;
  return `${id}#${sessions.find((session) => session.id === id)?.chronicle.events[0]?.id}`;
}

/** A memory's history, one history line per change: `2026-08-01T10:00:00Z new`. */
export function aMemory(file: string, changes: readonly string[], more: Partial<HistoryLine> = {}): MemoryHistory {
  const lines = changes.map((line) => `${line} ${file}`);
  const [history] = memoryHistories(aLedger(lines, { session_id: 'session-1', ...more }), []);
  if (!history) throw new Error('A history has a change.');
  return history;
}

/** The mistakes of these sessions, without decisions of the owner. */
export function groupsOf(
  sessions: readonly Session[],
  histories: readonly MemoryHistory[] = [],
  decisions = NO_DECISIONS,
): Mistake[] {
  const { found } = findMistakes({ sessions, histories, decisions });
  const last =
    sessions
      .map(({ chronicle }) => chronicle.frontMatter.date)
      .sort()
      .at(-1) ?? '';
  return judgedMistakes(found, () => undefined, last.slice(0, 4));
}

/** The texts of each group, oldest first, the groups in the order of their first misses. */
export function textsOf(groups: readonly Mistake[]): string[][] {
  return groups
    .toSorted((a, b) => ((a.misses[0]?.event.date ?? '') < (b.misses[0]?.event.date ?? '') ? -1 : 1))
    .map(({ misses }) => misses.map(({ event }) => event.text));
}
