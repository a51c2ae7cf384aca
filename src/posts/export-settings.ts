/**
 * How the owner's blogs differ from their generator's defaults, from config.json:
 *
 *     "export": { "astro": { "directory": "src/content/posts", "keys": { "pubDate": "date", "heroAlt": null } } }
 */
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { TARGET_NAMES, type TargetName, type TargetOptions } from './post.ts';
import { frontMatterKeys } from './targets.ts';

/**
 * The settings for a target; empty for its defaults. Refuses (CHRONICLE_EXPORT_SETTINGS) settings with any fault, since
 * a post in the wrong place is worse than none.
 */
export function exportOptions(
  settings: Readonly<Record<string, unknown>>,
  target: TargetName,
  path: string,
): TargetOptions {
  for (const [name, value] of Object.entries(settings)) {
    const fault = faultOf(name, value);
    if (fault !== null)
      throw new ChronicleError('CHRONICLE_EXPORT_SETTINGS', `${path}: ${fault} Nothing was exported.`);
  }
  return (settings[target] ?? {}) as TargetOptions;
}

function faultOf(target: string, value: unknown): string | null {
  if (!isTarget(target)) return `"export" has an unknown target "${target}".${suggestion(target, TARGET_NAMES)}`;
  const where = `"export.${target}`;
  if (!isRecord(value)) return `${where}" is not an object with "directory" and "keys".`;
  const { directory, keys = {}, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined)
    return `${where}" has an unknown setting "${other}".${suggestion(other, ['directory', 'keys'])}`;
  if (directory !== undefined && !isDirectoryName(directory))
    return `${where}.directory" is not a directory inside the blog, such as "src/content/posts".`;
  if (!isRecord(keys)) return `${where}.keys" is not an object that maps our keys to yours.`;
  return keysFault(`${where}.keys`, target, keys);
}

/** What is wrong with the owner's names for front matter keys: above all, a post must stay a draft. */
function keysFault(where: string, target: TargetName, keys: Readonly<Record<string, unknown>>): string | null {
  const known = frontMatterKeys(target);
  for (const [key, yours] of Object.entries(keys)) {
    if (!known.includes(key)) return `${where}" has an unknown key "${key}".${suggestion(key, known)}`;
    if (yours !== null && !(typeof yours === 'string' && KEY.test(yours)))
      return `${where}.${key}" is neither a key such as "date" nor null.`;
    if (!DRAFT_FLAGS.has(key) || yours === key) continue;
    if (yours === null) return `${where}.${key}" marks a post as a draft and cannot be left out.`;
    if (FIXED_FLAG.has(target) || DRAFT_FLAGS.has(yours) || known.includes(yours))
      return `${where}.${key}" marks a post as a draft and cannot be named "${yours}": the post would be live.`;
  }
  // Hugo ignores the case of keys.
  const names = known.flatMap((key) => (keys[key] === null ? [] : [String(keys[key] ?? key)]));
  const lower = names.map((name) => name.toLowerCase());
  const double = names.find((_, place) => lower.indexOf(lower[place] ?? '') !== place);
  return double === undefined ? null : `${where}" uses the key "${double}" twice.`;
}

/** A YAML key that needs no quotes. */
const KEY = /^[A-Za-z_][\w-]{0,63}$/;
/** The keys that mark a post as a draft. */
const DRAFT_FLAGS: ReadonlySet<string> = new Set(['draft', 'published']);
/** Generators that know the flag only by its own name. For others, the owner's schema reads it. */
const FIXED_FLAG: ReadonlySet<TargetName> = new Set(['hugo', 'jekyll', 'devto']);

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
  const refuse = (sentence: string) => new ChronicleError('CHRONICLE_NO_TARGET', `${sentence} Nothing was exported.`);
  if (word === undefined) throw refuse(`--to is missing: use one of ${names.join(', ')}.`);
  const name = word.toLowerCase();
  if (isTarget(name)) return name;
  const nearest = nearestOf(name, names);
  const which = nearest ? `Did you mean --to ${nearest}?` : `Use one of ${names.join(', ')}, or observations.`;
  throw refuse(`Unknown target ${word}. ${which}`);
}
