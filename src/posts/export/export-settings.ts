/**
 * How the owner's blogs differ from what is usual for their generator, as config.json says it:
 *
 *     "export": { "astro": { "directory": "src/content/posts", "keys": { "pubDate": "date", "heroImage": null } } }
 */

import { ChronicleError } from '#src/project/chronicle-error.ts';
import { isRecord } from '#src/value/is-record.ts';
import { nearestOf } from '#src/value/nearest.ts';
import type { TargetName, TargetOptions } from './post.ts';
import { TARGETS } from './targets.ts';

/**
 * What the settings say for a target; nothing is the usual. Refuses (CHRONICLE_EXPORT_SETTINGS) settings of which
 * anything cannot be used, as a post in the wrong place is worse than none.
 */
export function exportOptions(
  settings: Readonly<Record<string, unknown>>,
  target: TargetName,
  path: string,
): TargetOptions {
  const faults = Object.entries(settings).flatMap(([name, value]) => faultsOf(name, value));
  const [fault] = faults;
  if (fault === undefined) return (settings[target] ?? {}) as TargetOptions;
  throw new ChronicleError('CHRONICLE_EXPORT_SETTINGS', `${path}: ${faults.join(' ')} Nothing was written.`);
}

function faultsOf(target: string, value: unknown): string[] {
  if (!isTarget(target)) return [`"export" has no kind of blog "${target}".${meant(target, Object.keys(TARGETS))}`];
  const where = `"export.${target}`;
  if (!isRecord(value)) return [`${where}" is not an object with "directory" and "keys".`];
  return Object.entries(value).flatMap(([key, given]) => {
    if (key === 'directory') return isDirectoryName(given) ? [] : [`${where}.directory" is not ${DIRECTORY}.`];
    if (key === 'keys') return keyFaults(`${where}.keys`, target, given);
    return [`${where}" has no setting "${key}".${meant(key, ['directory', 'keys'])}`];
  });
}

function keyFaults(where: string, target: TargetName, keys: unknown): string[] {
  if (!isRecord(keys)) return [`${where}" is not an object from our keys to yours.`];
  const known = POST_KEYS[target];
  const taken = Object.entries(keys).flatMap(([key, yours]) => {
    if (!known.includes(key)) return [`${where}": there is no key "${key}".${meant(key, known)}`];
    if (yours !== null && !(typeof yours === 'string' && KEY.test(yours)))
      return [`${where}.${key}" is not a key such as "date", or null to leave it out.`];
    return MARKS.has(key) && !isMark(target, key, yours, known) ? [markFault(`${where}.${key}"`, yours)] : [];
  });
  return taken.length > 0 ? taken : twice(where, known, keys);
}

/** Whether a post still is a draft if the key that marks it as one has this name, or is left out. */
function isMark(target: TargetName, key: string, yours: string | null, known: readonly string[]): boolean {
  if (yours === null) return false;
  return yours === key || !(READERS.has(target) || MARKS.has(yours) || known.includes(yours));
}

function markFault(where: string, yours: string | null): string {
  return yours === null
    ? `${where} says that a post is a draft, and stays.`
    : `${where} says that a post is a draft, and cannot be called "${yours}": the post would be live.`;
}

/** Two of our keys under one name of theirs would hide one of them. Hugo reads keys in any case. */
function twice(where: string, known: readonly string[], keys: Record<string, unknown>): string[] {
  const names = known.flatMap((key) => (keys[key] === null ? [] : [String(keys[key] ?? key)]));
  const double = names.find((name, place) => names.findIndex((other) => isSameKey(other, name)) !== place);
  return double === undefined ? [] : [`${where}": the key "${double}" would stand twice.`];
}

function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** What YAML takes for a key as it stands. */
const KEY = /^[A-Za-z_][\w-]{0,63}$/;
/** The keys that say whether a post is a draft. */
const MARKS: ReadonlySet<string> = new Set(['draft', 'published']);
/** These read the mark under its own name only; with the others it is the owner's schema that reads it. */
const READERS: ReadonlySet<TargetName> = new Set(['hugo', 'jekyll', 'devto']);
const DIRECTORY = 'a directory below that of the blog, such as "src/content/posts"';

function isDirectoryName(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return value.split('/').every((part) => /^[\w@+ ()[\]-][\w@+ ()[\].-]*$/.test(part) && !part.endsWith('.'));
}

function isTarget(name: string): name is TargetName {
  return Object.hasOwn(TARGETS, name);
}

function meant(word: string, known: readonly string[]): string {
  const nearest = nearestOf(word, known);
  return nearest ? ` Did you mean "${nearest}"?` : ` There are ${known.join(', ')}.`;
}

/** The target with a name, in any case. Refuses (CHRONICLE_NO_TARGET) every other word, and a missing one. */
export function targetNamed(word: string | undefined): TargetName {
  const names = Object.keys(TARGETS);
  if (word === undefined) throw noTarget(`chronicle export needs --to, one of ${names.join(', ')}.`);
  const name = word.toLowerCase();
  if (isTarget(name)) return name;
  const nearest = nearestOf(name, names);
  throw noTarget(
    `chronicle export knows no ${word}. ${nearest ? `Did you mean --to ${nearest}?` : `--to takes ${names.join(', ')}.`}`,
  );
}

function noTarget(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_TARGET', `${sentence} Nothing was written.`);
}

/** The front matter keys that a post can have for each target: those that the owner may rename or leave out. */
export const POST_KEYS: Record<TargetName, readonly string[]> = {
  astro: ['title', 'description', 'pubDate', 'draft', 'tags', 'heroImage', 'heroAlt', 'series', 'canonicalURL'],
  jekyll: ['layout', 'title', 'excerpt', 'categories', 'tags', 'image', 'published', 'series', 'part', 'canonical_url'],
  hugo: ['title', 'date', 'draft', 'summary', 'tags', 'images', 'series', 'series_order', 'canonicalURL'],
  eleventy: ['title', 'date', 'draft', 'tags', 'description', 'series', 'part', 'canonicalURL'],
  devto: ['title', 'published', 'description', 'tags', 'cover_image', 'series', 'canonical_url'],
  markdown: [
    'title',
    'published',
    'draft',
    'description',
    'date',
    'tags',
    'cover_image',
    'series',
    'part',
    'canonical_url',
  ],
};
