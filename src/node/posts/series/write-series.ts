import { isEventName } from '#src/chronicle/event-name.ts';
import { createFile } from '#src/node/store/create-file.ts';
import { privateDirectory, requireWithin } from '#src/node/store/private-directory.ts';
import { replaceFile } from '#src/node/store/replace-file.ts';
import type { Series, SeriesPart } from '#src/posts/series/series.ts';
import { seriesYaml } from '#src/posts/series/series-yaml.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { requireOwnSlug } from '../own-slug.ts';
import { type AddedEvent, type Planned, planEvent, planPart } from './plan-addition.ts';
import { seriesPath } from './read-series.ts';
import { seriesNamed } from './series-named.ts';

/** Adding takes a hundredth of a second; a dozen commands at once still get their turn (ms). */
const PATIENCE = 3000;

/**
 * Adds an event, as `<session_id>#e-…`, to a part of a series, counted from 1; to the last part if null, which is begun if
 * there is none. An event stands once in a series. Keeps every other line of the file. Refuses a series, part or name of
 * an event that there is not, a file that cannot be read, and a part that is full; then nothing is written.
 */
export function addEvent(layout: Layout, slug: string, part: number | null, event: string): AddedEvent {
  if (!isEventName(event))
    throw new ChronicleError(
      'CHRONICLE_NO_EVENT',
      'This names no event: one is <session_id>#e-3fa9c1. Nothing was written.',
    );
  return change(layout, slug, (text, path) => planEvent(text, { path, slug, part, event }));
}

/** Adds a part at the end of a series and returns its number, from 1. Keeps every other line; refuses as `addEvent` does. */
export function addPart(layout: Layout, slug: string, part: { title: string; idea: string }): number {
  return change(layout, slug, (text, path) => planPart(text, { path, slug, ...part, events: [] }));
}

/** Edits the file of a series as its bytes are at that moment; what it adds is added to what others save meanwhile. */
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
      return planned.text === null ? bytes : Buffer.from(planned.text).toString('latin1');
    },
    // An editor empties a file before it fills it; one that stays empty has nothing to keep.
    (bytes) => bytes.trim() !== '',
  );
  if (answer === undefined) throw new Error('The file of the series was not edited.');
  return answer;
}

/** Refuses (CHRONICLE_BAD_SERIES) bytes that would not come back as they are. */
function textOf(bytes: string, path: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  if (Buffer.from(text).toString('latin1') === bytes) return text;
  throw new ChronicleError('CHRONICLE_BAD_SERIES', `${path} is not UTF-8 text. Save it as UTF-8. Nothing was written.`);
}

/**
 * Makes the file of a series, with `-2` behind the slug if that is taken, and returns the series. Refuses a slug that can
 * name no file (CHRONICLE_BAD_SLUG).
 */
export function createSeries(layout: Layout, slug: string, title: string, parts: readonly SeriesPart[] = []): Series {
  requireOwnSlug(slug);
  const directory = privateDirectory(layout.series, layout.config);
  const series = { title, parts: [...parts] };
  const name = createFile(directory, (n) => `${n === 1 ? slug : `${slug}-${n}`}.yml`, seriesYaml(series));
  const made = name.slice(0, -'.yml'.length);
  return { slug: made, path: seriesPath(layout, made), ...series, problems: [] };
}
