/**
 * What a repository tells everyone who works in it, in `.claude/observations.md`:
 *
 *     Date: 2026-02-11
 *     - [P1] (14:30) The API launches on 15 March. {ref: 2026-03-15}
 *
 * Whoever can commit may write it, so each observation is one neutral line in the briefing, named as the repository's.
 */
import { neutralLine } from '#src/lib/text/plain.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { compare } from '#src/lib/compare.ts';
import { readLines } from '#src/notes/observation-lines.ts';

/** The longest part of the file that is read (bytes). */
export const LONGEST_FILE = 64 * 1024;
const LONGEST_LINE = 300;

/**
 * The observations of the file, one line each: critical ones first, then the newest. Empty for a text that has no dated
 * observation with a priority, which is about something else. Never throws.
 */
export function repositoryObservations(text: string): string[] {
  const { observations } = readLines(text.slice(0, LONGEST_FILE));
  const dated = observations.filter(({ date }) => date !== null && isDay(date));
  if (!/^\s*[-*] \[P[123]\]/m.test(text)) return [];
  return dated
    .sort((a, b) => a.priority - b.priority || compare(b.date ?? '', a.date ?? ''))
    .map(({ title, priority, date }) => `- [P${priority}] ${neutralLine(title, LONGEST_LINE)} (${date})`);
}
