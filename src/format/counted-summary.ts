/** The counts in machine summaries: `Auto-generated: 3 events (2 decisions, 1 error)`. */
import { isLogged } from './event-source.ts';
import type { ChronicleEvent } from './chronicle.ts';
import { readUnchecked } from './read.ts';
import { scan } from './scan.ts';
import { sectionAt } from './section.ts';
import { isMachineLine, machineSummary } from './summary.ts';

type Counted = readonly Pick<ChronicleEvent, 'tag' | 'details'>[];

/** The counts of an import's line come first, if it has any; version 0.1 counted unconfirmed events apart. */
const COUNT =
  /^Auto-generated: (?:no [a-z ]*events|\d+ [a-z ]*events? \([^()]*\)(?: and \d+ [a-z]+ events? \([^()]*\))?)/;

/** A machine summary with the counts of logged events. */
export function countedSummary(events: Counted): string {
  const logged = events.filter((event) => isLogged({ details: event.details }));
  return logged.length === 0 ? 'Auto-generated: no events' : machineSummary(logged);
}

/** A machine summary with updated counts; the rest of the line is kept. Takes text or Latin-1. */
export function recounted(line: string, events: Counted): string {
  return COUNT.test(line) ? line.replace(COUNT, countedSummary(events)) : countedSummary(events);
}

/**
 * Updates the counts in a file's machine summary, if it has one that begins with counts. Every other byte is kept. Takes
 * text or Latin-1.
 */
export function withRenewedCount(text: string): string {
  const body = readUnchecked(text);
  if (body?.summary.kind !== 'machine') return text;
  const { lines, blocks } = scan(text);
  const sectionOf = sectionAt(blocks);
  const inSummary = lines.filter((_, index) => sectionOf(index) === 'summary');
  const last = inSummary.findLast(({ start, end }) => isMachineLine(text.slice(start, end)));
  if (last === undefined) return text;
  const line = text.slice(last.start, last.end).replace(COUNT, countedSummary(body.events));
  return text.slice(0, last.start) + line + text.slice(last.end);
}
