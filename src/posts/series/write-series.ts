import { isEventName } from '#src/format/event-name.ts';
import { createFile, replaceFile } from '#src/lib/files.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { privateDirectory, requireWithin } from '#src/lib/private-directory.ts';
import type { Series, SeriesPart } from '#src/posts/series/series.ts';
import { seriesYaml } from '#src/posts/series/series-yaml.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { requireOwnSlug } from '../own-slug.ts';
import { type AddedEvent, type Planned, planEvent, planPart } from './plan-addition.ts';
import { seriesPath } from './read-series.ts';
import { seriesNamed } from './series-named.ts';

/** How long to wait for the file (ms): an addition takes 10 ms, so a dozen commands at once get their turn. */
const PATIENCE = 3000;

/**
 * Adds an event, as `<session_id>#e-…`, to a part of a series: the part with this number, from 1, or the last part if
 * null; a series without parts gets its first. An event appears only once in a series. Every other line of the file is
 * kept. Refuses an unknown series or part, an invalid event name, an unreadable file and a full part.
 */
export function addEvent(layout: Layout, slug: string, part: number | null, event: string): AddedEvent {
  if (!isEventName(event))
    throw new ChronicleError(
      'CHRONICLE_NO_EVENT',
      'This is not the name of an event, such as <session_id>#e-3fa9c1. Nothing was changed.',
    );
  return change(layout, slug, (text, path) => planEvent(text, { path, slug, part, event }));
}

/** Adds a part at the end of a series and returns its number, from 1. Keeps every other line; refuses as `addEvent` does. */
export function addPart(layout: Layout, slug: string, part: { title: string; idea: string }): number {
  return change(layout, slug, (text, path) => planPart(text, { path, slug, ...part, events: [] }));
}

/** Edits a series file as it is at that moment, so changes saved meanwhile are kept. */
function change<Answer>(layout: Layout, slug: string, plan: (text: string, path: string) => Planned<Answer>): Answer {
  const { path } = seriesNamed(layout, slug);
  requireWithin(layout.series, layout.config);
  let answer: Answer | undefined;
  replaceFile(
    path,
    PATIENCE,
    (bytes) => {
      const planned = plan(textOf(bytes, path), path);
      answer = planned.answer;
      return planned.text === null ? bytes : asBytes(planned.text);
    },
    // An editor empties a file before it fills it.
    (bytes) => bytes.trim() !== '',
  );
  if (answer === undefined) throw new Error('The series file was not edited.');
  return answer;
}

/** Refuses (CHRONICLE_BAD_SERIES) bytes that are not UTF-8 and would be lost. */
function textOf(bytes: string, path: string): string {
  const text = asText(bytes);
  if (asBytes(text) === bytes) return text;
  throw new ChronicleError('CHRONICLE_BAD_SERIES', `${path} is not UTF-8 text. Save it as UTF-8. Nothing was changed.`);
}

/**
 * Creates a series file, with `-2` added to the slug if it is taken, and returns the series. Refuses (CHRONICLE_BAD_SLUG)
 * an invalid slug.
 */
export function createSeries(layout: Layout, slug: string, title: string, parts: readonly SeriesPart[] = []): Series {
  requireOwnSlug(slug);
  const directory = privateDirectory(layout.series, layout.config);
  const series = { title, parts: [...parts] };
  const name = createFile(directory, (n) => `${n === 1 ? slug : `${slug}-${n}`}.yml`, seriesYaml(series));
  const created = name.slice(0, -'.yml'.length);
  return { slug: created, path: seriesPath(layout, created), ...series, problems: [] };
}
