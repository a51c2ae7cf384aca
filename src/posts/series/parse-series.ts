import * as z from 'zod/mini';
import { isEventName } from '#src/format/event-name.ts';
import type { Problem } from '#src/format/problem.ts';
import { keys, list, present, text as textOf } from '#src/lib/forms.ts';
import { type OwnedForm, readOwned } from '#src/format/read-owned.ts';
import type { Series } from '#src/posts/series/series.ts';

/** The content of a series file. */
export type SeriesText = Pick<Series, 'title' | 'parts'>;

/** Limits far above what anybody writes. */
export const MOST_PARTS = 100;
export const MOST_EVENTS = 500;
const LONGEST = { title: 300, idea: 5000 };

const EVENT = z.custom<string>(
  (value) => typeof value === 'string' && isEventName(value),
  'this is not the name of an event',
);
const PART = keys(
  { title: textOf(LONGEST.title), idea: textOf(LONGEST.idea), events: list(EVENT, MOST_EVENTS) },
  'a part takes a title, an idea and events',
);
const SCHEMA = keys({ title: textOf(LONGEST.title), parts: list(PART, MOST_PARTS) });
const FORM: OwnedForm<typeof SCHEMA> = {
  schema: SCHEMA,
  unreadable: 'CHRONICLE_SERIES_YAML',
  fault: 'CHRONICLE_SERIES',
};

/** Reads a series file. Anything invalid is reported as a problem and skipped; null only if it is not YAML. Never throws. */
export function parseSeries(text: string): { value: SeriesText | null; problems: Problem[] } {
  const { value, problems } = readOwned(text, FORM);
  const parts = present(value?.parts ?? []).map((part) => ({ ...part, events: present(part.events) }));
  return { value: value && { ...value, parts }, problems };
}
