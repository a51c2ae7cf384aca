/**
 * How the owner's blogs differ from what is usual for their generator, as config.json says it:
 *
 *     "export": { "astro": { "directory": "src/content/posts", "keys": { "pubDate": "date", "heroImage": null } } }
 */

import type { TargetName } from '../../export/post.ts';
import { POST_KEYS } from '../../export/post-keys.ts';
import { TARGETS, type TargetOptions } from '../../export/targets.ts';
import { nearestOf } from '../../query/query-words.ts';
import { ChronicleError } from '../chronicle-error.ts';

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
  if (!isObject(value)) return [`${where}" is not an object with "directory" and "keys".`];
  return Object.entries(value).flatMap(([key, given]) => {
    if (key === 'directory') return isDirectory(given) ? [] : [`${where}.directory" is not ${DIRECTORY}.`];
    if (key === 'keys') return keyFaults(`${where}.keys`, target, given);
    return [`${where}" has no setting "${key}".${meant(key, ['directory', 'keys'])}`];
  });
}

function keyFaults(where: string, target: TargetName, keys: unknown): string[] {
  if (!isObject(keys)) return [`${where}" is not an object from our keys to yours.`];
  const known = POST_KEYS[target];
  const taken = Object.entries(keys).flatMap(([key, yours]) => {
    if (!known.includes(key)) return [`${where}": there is no key "${key}".${meant(key, known)}`];
    if (yours !== null && !(typeof yours === 'string' && KEY.test(yours)))
      return [`${where}.${key}" is not a key such as "date", or null to leave it out.`];
    return yours === null && FLAGS.has(key) ? [`${where}.${key}" says that a post is a draft, and stays.`] : [];
  });
  return taken.length > 0 ? taken : twice(where, known, keys);
}

/** Two of our keys under one name of theirs would hide one of them. */
function twice(where: string, known: readonly string[], keys: Record<string, unknown>): string[] {
  const names = known.flatMap((key) => (keys[key] === null ? [] : [String(keys[key] ?? key)]));
  const double = names.find((name, place) => names.indexOf(name) !== place);
  return double === undefined ? [] : [`${where}": the key "${double}" would stand twice.`];
}

/** What YAML takes for a key as it stands. */
const KEY = /^[A-Za-z_][\w-]{0,63}$/;
const FLAGS: ReadonlySet<string> = new Set(['draft', 'published']);
const DIRECTORY = 'a directory below that of the blog, such as "src/content/posts"';

function isDirectory(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return value.split('/').every((part) => /^[\w@+ ()[\]-][\w@+ ()[\].-]*$/.test(part) && !part.endsWith('.'));
}

function isTarget(name: string): name is TargetName {
  return Object.hasOwn(TARGETS, name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function meant(word: string, known: readonly string[]): string {
  const nearest = nearestOf(word, known);
  return nearest ? ` Did you mean "${nearest}"?` : ` There are ${known.join(', ')}.`;
}
