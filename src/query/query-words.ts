import { editDistance, isTag, nearestTag, TAGS, type Tag } from '../chronicle/tags.ts';
import { RECORD_KINDS, type RecordKind } from './record.ts';

/** The words before a colon. Anything else before one is plain text: `http://…`, `foo:bar`. */
export const QUERY_KEYS = ['tag', 'project', 'branch', 'task', 'session', 'kind', 'month', 'since', 'until'] as const;
export type QueryKey = (typeof QUERY_KEYS)[number];

export function isQueryKey(word: string): word is QueryKey {
  return (QUERY_KEYS as readonly string[]).includes(word);
}

/** The short name of a tag, as one types it: `MEMORY-MISS` is `miss`. */
export function tagWord(tag: Tag): string {
  return (tag.split('-').at(-1) ?? tag).toLowerCase();
}

/** The tag with this name, long or short, in any case. */
export function tagNamed(word: string): Tag | undefined {
  const long = word.toUpperCase();
  return isTag(long) ? long : TAGS.find((tag) => tagWord(tag) === word.toLowerCase());
}

/** The short name of the tag that was most likely meant. */
export function suggestedTag(word: string): string | undefined {
  const nearest = nearestTag(word);
  return nearest ? tagWord(nearest) : nearestOf(word, TAGS.map(tagWord));
}

/** The kind with this name, in any case, in singular or plural. */
export function kindNamed(word: string): RecordKind | undefined {
  const lower = word.toLowerCase();
  return RECORD_KINDS.find((kind) => lower === kind || lower === plural(kind));
}

/** `events`, `summaries`, `narratives`. */
export function plural(kind: RecordKind): string {
  return kind === 'summary' ? 'summaries' : `${kind}s`;
}

/** The one of `known` that differs least from `word`: at most two letters, and fewer than half of them. */
export function nearestOf(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  if (wanted.length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = 3;
  for (const name of known) {
    const isFar = Math.abs(name.length - wanted.length) >= bestDistance;
    const distance = isFar ? bestDistance : editDistance(wanted, name.toLowerCase());
    if (distance < bestDistance && distance < name.length / 2) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Comparing takes time with the square of the length; no name that anybody types is longer. */
const LONGEST = 80;
