import { table } from '#src/cli/terminal/table.ts';
import { bold, dim, joined, red, type Text, tagged } from '#src/cli/terminal/text.ts';
import { measureOf, wrap } from '#src/cli/terminal/wrap.ts';
import { type Outline, type OutlineEvent, outlineWords } from '#src/posts/series/outline.ts';
import { oneLine } from '#src/lib/text/clip.ts';

const INDENT = 3;
/** People refer to a session by the beginning of its id. */
const SHORT_ID = 8;

/** An outline as text: its title and size, then each part with its number, idea and events. */
export function formatOutline(outline: Outline, width: number): Text {
  const { series, parts } = outline;
  const running = (text: string, indent: number) => wrap(oneLine(text), measureOf(width), { indent });
  const sections = parts.map(({ title, idea, events }, place) =>
    joined([
      bold(`${place + 1}. ${oneLine(title)}`),
      ...(idea === '' ? [] : [running(idea, INDENT)]),
      ...(events.length === 0 ? [] : [table(events.map(eventRow), { width, indent: INDENT, keep: [0] })]),
    ]),
  );
  const head = joined([bold(oneLine(series.title)), outlineWords(outline), dim(series.path)]);
  return joined([head, ...sections], '\n\n');
}

function eventRow({ name, found }: OutlineEvent): Text[] {
  if (!found) return [dim(name), '', red('not in the archive')];
  const { session, event } = found;
  return [dim(`${session.id.slice(0, SHORT_ID)}#${event.id}`), tagged(event.tag), `${oneLine(event.text)}`];
}

/** An outline as JSON. */
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
  return { event: name, found: true, session: found.session.name, tag, date, text };
}
