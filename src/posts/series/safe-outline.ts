import type { Outline, OutlineEvent, OutlinePart } from './outline.ts';
import type { Series, SeriesPart } from './series.ts';

/** Replaces every secret and home path in a text. */
export type SafeWords = (text: string) => Promise<string>;

/** An outline that can be displayed and copied: its titles, ideas and events contain no secret and no home path. */
export async function safeOutline(outline: Outline, safe: SafeWords): Promise<Outline> {
  const [series, parts] = await Promise.all([
    safeSeries(outline.series, safe),
    Promise.all(outline.parts.map((part) => safeOutlinePart(part, safe))),
  ]);
  return { ...outline, series, parts };
}

/** Parts with safe titles and ideas. Their events are only names. */
export function safeParts(parts: readonly SeriesPart[], safe: SafeWords): Promise<SeriesPart[]> {
  return Promise.all(
    parts.map(async (part) => ({ ...part, title: await safe(part.title), idea: await safe(part.idea) })),
  );
}

async function safeSeries(series: Series, safe: SafeWords): Promise<Series> {
  return { ...series, title: await safe(series.title), parts: await safeParts(series.parts, safe) };
}

async function safeOutlinePart({ title, idea, events }: OutlinePart, safe: SafeWords): Promise<OutlinePart> {
  return {
    title: await safe(title),
    idea: await safe(idea),
    events: await Promise.all(events.map((event) => safeEvent(event, safe))),
  };
}

/** The event with a safe text. The archive's event does not change. */
async function safeEvent({ name, found }: OutlineEvent, safe: SafeWords): Promise<OutlineEvent> {
  if (!found) return { name, found };
  const { session, event } = found;
  const text = await safe(event.text);
  return text === event.text ? { name, found } : { name, found: { session, event: { ...event, text } } };
}
