import type { Chronicle, ChronicleEvent } from '../format/chronicle.ts';

/** A row of a session's log: an event, or lines between events that are not events. */
export type LogRow = { kind: 'event'; event: ChronicleEvent; newDay: string | null } | { kind: 'stray'; text: string };

/** Events and stray lines in the order of the file. The first event of another day has its day. */
export function eventLog({ frontMatter, events, strays }: Chronicle): LogRow[] {
  const rows: LogRow[] = [];
  let day = frontMatter.date;
  let next = 0;
  const straysBefore = (line: number) => {
    const lines: string[] = [];
    for (let stray = strays[next]; stray && stray.line < line; stray = strays[++next]) lines.push(stray.text);
    if (lines.length > 0) rows.push({ kind: 'stray', text: lines.join('\n') });
  };
  for (const event of events) {
    straysBefore(event.line);
    rows.push({ kind: 'event', event, newDay: event.date === day ? null : event.date });
    day = event.date;
  }
  straysBefore(Number.POSITIVE_INFINITY);
  return rows;
}
