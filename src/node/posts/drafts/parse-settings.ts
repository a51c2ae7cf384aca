import { isEventName } from '#src/chronicle/event-name.ts';
import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import { isSessionId } from '#src/chronicle/session-id.ts';
import { readYaml, type YamlPath } from '#src/node/yaml/read-yaml.ts';
import { YamlReader } from '#src/node/yaml/yaml-reader.ts';
import type { Draft, DraftBeat, DraftSettings, DraftSource, ExportRecord } from '#src/posts/drafts/draft.ts';
import { POST_KEYS } from '#src/posts/export/export-settings.ts';
import { BEAT_ROLES, type BeatRole } from '#src/posts/narrative/beats.ts';
import { isOwnSlug } from '#src/project/slug.ts';

/** More than anybody writes into one post. */
const MOST = { tags: 50, beats: 50, sources: 200, exports: 1000, events: 2000 };
const LONGEST = { title: 300, description: 1000, tag: 100, word: 200, path: 4096, url: 2000 };
const KEYS = ['title', 'description', 'tags', 'series', 'beats', 'sources', 'exports', 'published'];

/** The settings of a draft whose file says nothing. */
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

/** Reads draft.yml. What is not of its form is a problem and left out. Never throws. */
export function parseSettings(text: string): ParsedSettings {
  const yaml = readYaml(text);
  if (yaml.problem) {
    const { line, column, fault } = yaml.problem;
    const problems = [problemAt('CHRONICLE_DRAFT_YAML', line, column, fault)];
    return { value: NO_SETTINGS, places: new Map(), problems };
  }
  const reader = new YamlReader(yaml, 'CHRONICLE_DRAFT_SETTING');
  const keys = reader.keys(yaml.value, [], KEYS);
  const value: DraftSettings = {
    title: reader.text(keys.title, ['title'], LONGEST.title),
    description: reader.text(keys.description, ['description'], LONGEST.description),
    tags: reader
      .list(keys.tags, ['tags'], MOST.tags)
      .map(({ item, path }) => reader.text(item, path, LONGEST.tag))
      .filter((tag) => tag !== ''),
    series: seriesOf(reader, keys.series),
    beats: reader.list(keys.beats, ['beats'], MOST.beats).flatMap(({ item, path }) => beatOf(reader, item, path)),
    sources: reader
      .list(keys.sources, ['sources'], MOST.sources)
      .flatMap(({ item, path }) => sourceOf(reader, item, path)),
    exports: reader
      .list(keys.exports, ['exports'], MOST.exports)
      .flatMap(({ item, path }) => exportOf(reader, item, path)),
    published: publishedOf(reader, keys.published),
  };
  return { value, places: reader.places, problems: reader.problems };
}

function seriesOf(reader: YamlReader, value: unknown): DraftSettings['series'] {
  if (value === null || value === undefined) return null;
  const { slug, part } = reader.keys(value, ['series'], ['slug', 'part']);
  const name = reader.text(slug, ['series', 'slug'], LONGEST.word);
  if (!isOwnSlug(name)) reader.refuse(['series', 'slug'], 'this names no series');
  else if (typeof part === 'number' && Number.isSafeInteger(part) && part > 0) {
    reader.mark(name, ['series', 'slug']);
    return { slug: name, part };
  } else reader.refuse(['series', 'part'], 'the part is a number from 1');
  return null;
}

function beatOf(reader: YamlReader, value: unknown, path: YamlPath): DraftBeat[] {
  const keys = reader.keys(value, path, ['role', 'event']);
  const role = reader.text(keys.role, [...path, 'role'], LONGEST.word);
  const event = reader.text(keys.event, [...path, 'event'], LONGEST.word);
  if (!isRole(role)) return reader.refuse([...path, 'role'], `a beat is one of ${Object.keys(BEAT_ROLES).join(', ')}`);
  if (!isEventName(event)) return reader.refuse([...path, 'event'], 'an event is named <session_id>#e-3fa9c1');
  reader.mark(event, [...path, 'event']);
  return [{ role, event }];
}

function sourceOf(reader: YamlReader, value: unknown, path: YamlPath): DraftSource[] {
  const keys = reader.keys(value, path, ['session', 'digest']);
  const session = reader.text(keys.session, [...path, 'session'], LONGEST.word);
  if (!isSessionId(session)) return reader.refuse([...path, 'session'], 'this is no session_id');
  reader.mark(session, [...path, 'session']);
  return [{ session, digest: reader.text(keys.digest, [...path, 'digest'], LONGEST.word) }];
}

function exportOf(reader: YamlReader, value: unknown, path: YamlPath): ExportRecord[] {
  const keys = reader.keys(value, path, ['target', 'at', 'file', 'sources', 'draft', 'events']);
  const word = (key: string, longest = LONGEST.word) => reader.text(keys[key], [...path, key], longest);
  const [at, target] = [word('at'), word('target')];
  if (!Object.hasOwn(POST_KEYS, target))
    return reader.refuse([...path, 'target'], `a post is for one of ${Object.keys(POST_KEYS).join(', ')}`);
  if (Number.isNaN(Date.parse(at)))
    return reader.refuse([...path, 'at'], 'this is no time such as 2026-09-14T12:00:00Z');
  const events = reader.list(keys.events, [...path, 'events'], MOST.events).flatMap(({ item, path: place }) => {
    const event = reader.text(item, place, LONGEST.word);
    return isEventName(event) ? [event] : reader.refuse(place, 'an event is named <session_id>#e-3fa9c1');
  });
  return [
    {
      target,
      at,
      file: word('file', LONGEST.path),
      sources: word('sources'),
      draft: word('draft'),
      events,
    },
  ];
}

function publishedOf(reader: YamlReader, value: unknown): DraftSettings['published'] {
  if (value === null || value === undefined) return null;
  const keys = reader.keys(value, ['published'], ['url', 'at']);
  const url = reader.text(keys.url, ['published', 'url'], LONGEST.url);
  const at = reader.text(keys.at, ['published', 'at'], LONGEST.word);
  if (!isWebAddress(url))
    reader.refuse(
      ['published', 'url'],
      'this is no address that begins with http:// or https:// and is without a password',
    );
  else if (Number.isNaN(Date.parse(at)))
    reader.refuse(['published', 'at'], 'this is no time such as 2026-09-14T12:00:00Z');
  else return { url, at };
  return null;
}

/**
 * Whether a text is an address of the web, with nobody's name or password, and nothing in it that a page or terminal
 * would read otherwise.
 */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/<>"'`\\{}]+(?:\/[^\s<>"'`\\{}]*)?$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function isRole(text: string): text is BeatRole {
  return Object.hasOwn(BEAT_ROLES, text);
}
