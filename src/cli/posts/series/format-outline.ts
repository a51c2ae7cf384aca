import { isCandidate } from '#src/chronicle/candidate.ts';
import { cells, TAG_WIDTH } from '#src/cli/terminal/table.ts';
import { type Outline, type OutlineEvent, outlineWords } from '#src/posts/series/outline.ts';
import { clip, oneLine } from '#src/text/clip.ts';

const LINE = 200;

/** An outline as text: the title, what it has, each part with its number, idea and events by their names. */
export function formatOutline(outline: Outline): string {
  const { series, parts } = outline;
  const sections = parts.flatMap(({ title, idea, events }, place) => [
    '',
    `${place + 1}. ${clip(oneLine(title), LINE)}`,
    ...(idea === '' ? [] : [`   ${clip(oneLine(idea), LINE)}`]),
    ...events.map((event) => `   ${eventLine(event)}`),
  ]);
  return [clip(oneLine(series.title), LINE), outlineWords(outline), series.path, ...sections].join('\n');
}

function eventLine({ name, found }: OutlineEvent): string {
  if (!found) return `${name}  is not in the archive`;
  const { session, event } = found;
  const text = `${isCandidate(event) ? 'candidate: ' : ''}${clip(event.text, LINE)}`;
  return cells([`${session.name}#${event.id}`], [event.tag, TAG_WIDTH], [text]);
}

/** An outline for a script. */
export function outlineEntry({ series, parts, events, missing, sessions, words }: Outline): Record<string, unknown> {
  const { slug, title, path, problems } = series;
  return {
    slug,
    title,
    path,
    parts: parts.map((part) => ({ title: part.title, idea: part.idea, events: part.events.map(eventEntry) })),
    events,
    missing,
    sessions: sessions.map(({ id }) => id),
    words,
    problems,
  };
}

function eventEntry({ name, found }: OutlineEvent): Record<string, unknown> {
  if (!found) return { event: name, found: false };
  const { tag, text, date } = found.event;
  const candidate = isCandidate(found.event) ? { candidate: true } : {};
  return { event: name, found: true, session: found.session.name, tag, date, text, ...candidate };
}
