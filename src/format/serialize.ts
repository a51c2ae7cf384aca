import type { Chronicle, ChronicleEvent } from './chronicle.ts';
import { type EventClock, tick, timePrefix } from './event.ts';
import { FRONT_MATTER_KEYS, frontMatterLine } from './front-matter-line.ts';
import type { FrontMatter } from './schema.ts';

/** A chronicle as a file's text. Reading it gives the same chronicle, except for line numbers and stray lines. */
export function serializeChronicle({
  frontMatter,
  events,
  summary,
}: Pick<Chronicle, 'frontMatter' | 'events' | 'summary'>): string {
  const narrative = summary.narrative ? `### ${summary.narrative.title}\n\n${summary.narrative.text}` : '';
  const parts = [
    ['---', ...frontMatterLines(frontMatter), '---'].join('\n'),
    '## Events',
    eventLines(events, frontMatter.date).join('\n'),
    '## Summary',
    summary.lead,
    narrative,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function frontMatterLines(frontMatter: FrontMatter): string[] {
  const unknown = Object.keys(frontMatter).filter((key) => !FRONT_MATTER_KEYS.includes(key));
  return [...FRONT_MATTER_KEYS, ...unknown].flatMap((key) => {
    const value = frontMatter[key];
    return typeof value === 'string' ? [frontMatterLine(key, value)] : [];
  });
}

function eventLines(events: ChronicleEvent[], firstDay: string): string[] {
  let clock: EventClock = { date: firstDay, time: null };
  return events.flatMap((event) => {
    const prefix = event.time === null ? null : timePrefix(clock, { date: event.date, time: event.time });
    clock = tick(clock, event.time === null ? null : event.date, event.time);
    return formatEvent({ ...event, prefix });
  });
}

/** A file that gets the first free one of its names. */
export interface NewFile {
  /** The nth file name to try. */
  nameOf: (n: number) => string;
  text: string;
}

/** An event's lines: the first with its time and tag, then the indented details. */
export function formatEvent({
  tag,
  text,
  details,
  prefix,
}: Pick<ChronicleEvent, 'tag' | 'text' | 'details'> & { prefix: string | null }): string[] {
  const first = `- ${prefix === null ? '' : `${prefix} `}[${tag}] ${text}`;
  return details === '' ? [first] : [first, ...details.split('\n').map((line) => (line === '' ? '' : `  ${line}`))];
}
