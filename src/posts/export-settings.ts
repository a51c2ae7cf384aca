/**
 * How the owner's blogs differ from their generator's defaults, from config.json:
 *
 *     "export": { "astro": { "directory": "src/content/posts", "keys": { "pubDate": "date", "heroAlt": null } } }
 */

import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { TARGET_NAMES, type TargetName, type TargetOptions } from './post.ts';

/**
 * The settings for a target; empty for its defaults. Refuses (CHRONICLE_EXPORT_SETTINGS) settings with any fault, since
 * a post in the wrong place is worse than none.
 */
export function exportOptions(
  settings: Readonly<Record<string, unknown>>,
  target: TargetName,
  path: string,
): TargetOptions {
  const faults = Object.entries(settings).flatMap(([name, value]) => faultsOf(name, value));
  const [fault] = faults;
  if (fault === undefined) return (settings[target] ?? {}) as TargetOptions;
  throw new ChronicleError('CHRONICLE_EXPORT_SETTINGS', `${path}: ${faults.join(' ')} Nothing was exported.`);
}

function faultsOf(target: string, value: unknown): string[] {
  if (!isTarget(target)) return [`"export" has an unknown target "${target}".${suggestion(target, TARGET_NAMES)}`];
  const where = `"export.${target}`;
  if (!isRecord(value)) return [`${where}" is not an object with "directory" and "keys".`];
  return Object.entries(value).flatMap(([key, given]) => {
    if (key === 'directory') return isDirectoryName(given) ? [] : [`${where}.directory" is not ${DIRECTORY}.`];
    if (key === 'keys') return keyFaults(`${where}.keys`, target, given);
    return [`${where}" has an unknown setting "${key}".${suggestion(key, ['directory', 'keys'])}`];
  });
}

function keyFaults(where: string, target: TargetName, keys: unknown): string[] {
  if (!isRecord(keys)) return [`${where}" is not an object that maps our keys to yours.`];
  const known = POST_KEYS[target];
  const faults = Object.entries(keys).flatMap(([key, yours]) => {
    const name = `${where}.${key}"`;
    if (!known.includes(key)) return [`${where}" has an unknown key "${key}".${suggestion(key, known)}`];
    if (yours !== null && !(typeof yours === 'string' && KEY.test(yours)))
      return [`${name} is neither a key such as "date" nor null.`];
    if (!DRAFT_FLAGS.has(key) || yours === key) return [];
    if (yours === null) return [`${name} marks a post as a draft and cannot be left out.`];
    const isLive = FIXED_FLAG.has(target) || DRAFT_FLAGS.has(yours) || known.includes(yours);
    return isLive ? [`${name} marks a post as a draft and cannot be named "${yours}": the post would be live.`] : [];
  });
  if (faults.length > 0) return faults;
  // Hugo ignores the case of keys.
  const names = known.flatMap((key) => (keys[key] === null ? [] : [String(keys[key] ?? key)]));
  const lower = names.map((name) => name.toLowerCase());
  const double = names.find((_, place) => lower.indexOf(lower[place] ?? '') !== place);
  return double === undefined ? [] : [`${where}" uses the key "${double}" twice.`];
}

/** A YAML key that needs no quotes. */
const KEY = /^[A-Za-z_][\w-]{0,63}$/;
/** The keys that mark a post as a draft. */
const DRAFT_FLAGS: ReadonlySet<string> = new Set(['draft', 'published']);
/** Generators that know the flag only by its own name. For others, the owner's schema reads it. */
const FIXED_FLAG: ReadonlySet<TargetName> = new Set(['hugo', 'jekyll', 'devto']);
const DIRECTORY = 'a directory inside the blog, such as "src/content/posts"';

function isDirectoryName(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return value.split('/').every((part) => /^[\w@+ ()[\]-][\w@+ ()[\].-]*$/.test(part) && !part.endsWith('.'));
}

function isTarget(name: string): name is TargetName {
  return (TARGET_NAMES as readonly string[]).includes(name);
}

function suggestion(word: string, known: readonly string[]): string {
  const nearest = nearestOf(word, known);
  return nearest ? ` Did you mean "${nearest}"?` : ` Known: ${known.join(', ')}.`;
}

/** The target with this name, ignoring case. Refuses (CHRONICLE_NO_TARGET) an unknown or missing name. */
export function targetNamed(word: string | undefined): TargetName {
  const names = TARGET_NAMES;
  if (word === undefined) throw noTarget(`--to is missing: use one of ${names.join(', ')}.`);
  const name = word.toLowerCase();
  if (isTarget(name)) return name;
  const nearest = nearestOf(name, names);
  throw noTarget(
    `Unknown target ${word}. ${nearest ? `Did you mean --to ${nearest}?` : `Use one of ${names.join(', ')}, or observations.`}`,
  );
}

function noTarget(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_TARGET', `${sentence} Nothing was exported.`);
}

/** The front matter keys of each target that the owner may rename or omit. */
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
