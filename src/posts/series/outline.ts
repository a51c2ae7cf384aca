/**
 * The outline of a series: its parts with the events found in the archive, and how much has been written about them.
 *
 *     3 parts, 9 events from 7 sessions, about 1,900 words
 */
import { eventIndex, type NamedEvent } from '#src/format/event-name.ts';
import type { Session } from '#src/format/session.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { wordCount } from '#src/lib/text/reading-time.ts';
import { compare } from '#src/lib/compare.ts';
import type { Series } from './series.ts';

export interface Outline {
  series: Series;
  parts: OutlinePart[];
  /** How many events it lists, found or not. */
  events: number;
  /** How many of them are not in the archive. */
  missing: number;
  /** The sessions of its events, oldest first. */
  sessions: Session[];
  /** How many words the narratives of these sessions have. */
  words: number;
}

export interface OutlinePart {
  title: string;
  idea: string;
  events: OutlineEvent[];
}

export interface OutlineEvent {
  /** `<session_id>#e-…` */
  name: string;
  /** Null if the event is not in the archive. */
  found: NamedEvent | null;
}

/** The outline of a series. Takes all sessions of the archive. */
export function outlineOf(series: Series, sessions: readonly Session[]): Outline {
  const find = eventIndex(sessions);
  const parts = series.parts.map(({ title, idea, events }) => ({
    title,
    idea,
    events: events.map((name) => ({ name, found: find(name) })),
  }));
  const events = parts.flatMap((part) => part.events);
  const found = [...new Set(events.flatMap((event) => event.found?.session ?? []))].sort(byStart);
  return {
    series,
    parts,
    events: events.length,
    missing: events.filter((event) => event.found === null).length,
    sessions: found,
    words: found.reduce((sum, { chronicle }) => sum + wordCount(chronicle.summary.narrative?.text ?? ''), 0),
  };
}

/** `3 parts, 9 events from 7 sessions, about 1,900 words`. Zero events and words are not mentioned. */
export function outlineWords({ parts, events, sessions, words }: Outline): string {
  const from = sessions.length === 0 ? '' : ` from ${counted(sessions.length, 'session')}`;
  return [
    counted(parts.length, 'part'),
    ...(events === 0 ? [] : [`${counted(events, 'event')}${from}`]),
    ...(words === 0 ? [] : [`about ${counted(rounded(words), 'word')}`]),
  ].join(', ');
}

/** An outline as Markdown: a heading for each part, a list item for each event as it was logged. No session is named. */
export function outlineMarkdown({ series, parts }: Outline): string {
  const sections = parts.map(({ title, idea, events }, place) =>
    [
      `## ${place + 1}. ${oneLine(title)}`,
      ...(idea === '' ? [] : [oneLine(idea)]),
      ...(events.length === 0 ? [] : [events.map(eventLine).join('\n')]),
    ].join('\n\n'),
  );
  return `${[`# ${oneLine(series.title)}`, ...sections].join('\n\n')}\n`;
}

function eventLine({ name, found }: OutlineEvent): string {
  if (!found) return `- ${name} (not in the archive)`;
  const { tag, text, date } = found.event;
  const { label } = TAG_WORDS[tag];
  return `- ${label}, ${date}: ${oneLine(text)}`;
}

/** Rounded to two digits. */
function rounded(words: number): number {
  return Number(words.toPrecision(2));
}

function byStart(a: Session, b: Session): number {
  const [first, second] = [a.chronicle.frontMatter.started, b.chronicle.frontMatter.started];
  return compare(first, second);
}
