import type { Session } from '#src/format/session.ts';
import type { MemoryResult } from '#src/memory/memory-results.ts';
import type { HistoryLine, MemoryChange, MemoryFile } from '#src/memory/history.ts';
import { NO_DECISIONS } from '#src/memory/decisions.ts';
import { memoryRecordOf } from '#src/memory/memory.ts';
import { aHistoryLine } from '#tests/support/memory-lines.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

type SessionGiven = NonNullable<Parameters<typeof aSession>[0]>;

/**
 * Sessions, newest first, one per line: `2026-09-14 MISS MISS feedback_port.md`,
 * `2026-09-15 HIT feedback_port.md`, `2026-09-16`. Every event names the file of its line; a session has a summary.
 */
export function aHistory(lines: readonly string[], given: SessionGiven = {}): Session[] {
  const sessions = lines.map((line, index) => {
    const [date = '', ...words] = line.split(' ');
    const file = words.find((word) => word.endsWith('.md')) ?? 'feedback_port.md';
    const events = words
      .filter((word) => word === 'MISS' || word === 'HIT')
      .map((word, nth) => `- 14:0${nth} [MEMORY-${word}] ${file}: guessed the port ${index} ${nth}\n`);
    const body = `## Events\n\n${events.join('')}\n## Summary\n\nDone.\n`;
    return aSession({ id: `session-${index}`, date, branch: `b${index}`, body, ...given });
  });
  return sessions.reverse();
}

/** A history, one line per change: `2026-09-14T17:00:00Z new feedback_port.md`. */
export function aLedger(lines: readonly string[], more: Partial<HistoryLine> = {}): MemoryChange[] {
  return lines.map((line, index) => {
    const [at = '', action = '', file = 'feedback_port.md'] = line.split(' ');
    const sides = { before: `${index}`, after: action === 'delete' ? null : `${index + 1}` };
    const own = { id: `l-${index}`, at, action: action as HistoryLine['action'], file, session_id: '', ...sides };
    return { ...aHistoryLine({ ...own, ...more }), project: aSession().project };
  });
}

/** A memory file on disk. */
export function aFile(file: string, fileDate = '2026-09-01T00:00:00.000Z'): MemoryFile {
  const text = { raw: '', name: '', description: '', type: null, body: '', fault: null };
  return { project: aSession().project, file, fileDate, text };
}

export function standingsOf(
  sessions: readonly Session[],
  changes: readonly MemoryChange[],
  files: readonly MemoryFile[] = [],
): MemoryResult[] {
  return memoryRecordOf({ sessions, memory: { changes, files }, decisions: NO_DECISIONS }).results;
}

/** The first of the results. */
export function standingOf(...given: Parameters<typeof standingsOf>): MemoryResult {
  const [result] = standingsOf(...given);
  if (!result) throw new Error('There is no memory.');
  return result;
}
