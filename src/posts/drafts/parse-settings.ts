import * as z from 'zod/mini';
import { isEventName } from '#src/format/event-name.ts';
import type { Problem } from '#src/format/problem.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { keys, list, needed, orElse, present, text as textOf } from '#src/lib/forms.ts';
import { type OwnedForm, readOwned } from '#src/format/read-owned.ts';
import type { YamlPath, YamlPlace } from '#src/lib/read-yaml.ts';
import type { Draft, DraftSettings } from '#src/posts/drafts/draft.ts';
import { POST_KEYS } from '#src/posts/export/export-settings.ts';
import { BEAT_ROLES, type BeatRole } from '#src/posts/narrative/beats.ts';
import { isOwnSlug } from '#src/lib/slug.ts';
import { isWebAddress } from '#src/lib/text/web-address.ts';

/** Limits far above what one post has. */
const MOST = { tags: 50, beats: 50, sources: 200, exports: 1000, events: 2000, files: 500 };
const LONGEST = { title: 300, description: 1000, tag: 100, word: 200, path: 4096, url: 2000 };
/** The settings in an empty draft.yml. */
export const NO_SETTINGS: DraftSettings = {
  title: '',
  description: '',
  tags: [],
  series: null,
  beats: [],
  sources: [],
  exports: [],
  published: null,
};

interface ParsedSettings {
  value: DraftSettings;
  places: NonNullable<Draft['places']>;
  problems: Problem[];
}

const NOT_A_TIME = 'this is not a time such as 2026-09-14T12:00:00Z';
const EVENT = needed(isEvent, 'an event is written as <session_id>#e-3fa9c1');

const SCHEMA = keys({
  title: textOf(LONGEST.title),
  description: textOf(LONGEST.description),
  tags: list(textOf(LONGEST.tag), MOST.tags),
  series: orElse(
    keys({
      slug: needed(isSlug, 'this is not the slug of a series'),
      part: needed(isPart, 'the part is a whole number from 1'),
    }),
    null,
  ),
  beats: list(
    keys({ role: needed(isRole, `a beat is one of ${Object.keys(BEAT_ROLES).join(', ')}`), event: EVENT }),
    MOST.beats,
  ),
  sources: list(
    keys({ session: needed(isSession, 'this is not a session_id'), digest: textOf(LONGEST.word) }),
    MOST.sources,
  ),
  exports: list(
    keys({
      target: needed(isTarget, `a target is one of ${Object.keys(POST_KEYS).join(', ')}`),
      at: needed(isTime, NOT_A_TIME),
      file: textOf(LONGEST.path),
      sources: textOf(LONGEST.word),
      draft: textOf(LONGEST.word),
      events: list(z.custom<string>(isEvent, 'an event is written as <session_id>#e-3fa9c1'), MOST.events),
      files: list(keys({ path: textOf(LONGEST.path), hash: textOf(LONGEST.word) }), MOST.files),
    }),
    MOST.exports,
  ),
  published: orElse(
    keys({
      url: needed(isUrl, 'this is not an address that begins with http:// or https:// and has no password'),
      at: needed(isTime, NOT_A_TIME),
    }),
    null,
  ),
  made: textOf(LONGEST.word),
});

const FORM: OwnedForm<typeof SCHEMA> = {
  schema: SCHEMA,
  unreadable: 'CHRONICLE_DRAFT_YAML',
  fault: 'CHRONICLE_DRAFT_SETTING',
};

/** Reads draft.yml. Anything invalid is reported as a problem and skipped. Never throws. */
export function parseSettings(text: string): ParsedSettings {
  const { value, problems, placeOf } = readOwned(text, FORM);
  const places = new Map<string, YamlPlace>();
  if (value === null) return { value: NO_SETTINGS, places, problems };
  const mark = (name: string | undefined, path: YamlPath) => {
    if (name !== undefined && !places.has(name)) places.set(name, placeOf(path));
  };
  mark(value.series?.slug, ['series', 'slug']);
  for (const [i, beat] of value.beats.entries()) mark(beat?.event, ['beats', i, 'event']);
  for (const [i, source] of value.sources.entries()) mark(source?.session, ['sources', i, 'session']);
  const { made, ...others } = value;
  const settings = {
    ...others,
    ...(made === '' ? {} : { made }),
    tags: present(value.tags).filter((tag) => tag !== ''),
    beats: present(value.beats),
    sources: present(value.sources),
    exports: present(value.exports).map(({ events, files, ...each }) => ({
      ...each,
      events: present(events),
      ...(files.length > 0 ? { files: present(files) } : {}),
    })),
  };
  return { value: settings, places, problems };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST.url;

function isRole(value: unknown): value is BeatRole {
  return isText(value) && Object.hasOwn(BEAT_ROLES, value);
}

function isTarget(value: unknown): value is string {
  return isText(value) && Object.hasOwn(POST_KEYS, value);
}

function isEvent(value: unknown): value is string {
  return isText(value) && isEventName(value);
}

function isSession(value: unknown): value is string {
  return isText(value) && isSessionId(value);
}

function isSlug(value: unknown): value is string {
  return isText(value) && isOwnSlug(value);
}

function isPart(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function isTime(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

function isUrl(value: unknown): value is string {
  return isText(value) && isWebAddress(value);
}
