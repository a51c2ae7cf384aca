import { isTag, nearestTag, TAGS, type Tag, tagWord } from '../format/tags.ts';
import { nearestOf } from '../lib/nearest.ts';
import { isRecordKind, kindWords, NAMED_KINDS, RECORD_KINDS, type RecordKind, type SearchedKind } from './record.ts';

/** The keys of a query. Any other word before a colon is plain text: `http://…`, `foo:bar`. */
export const QUERY_KEYS = [
  'tag',
  'project',
  'branch',
  'task',
  'session',
  'on',
  'from',
  'kind',
  'concept',
  'type',
  'scope',
  'month',
  'since',
  'until',
] as const;
export type QueryKey = (typeof QUERY_KEYS)[number];

export function isQueryKey(word: string): word is QueryKey {
  return (QUERY_KEYS as readonly string[]).includes(word);
}

/** The tag with this long or short name, ignoring case. */
export function tagNamed(word: string): Tag | undefined {
  const long = word.toUpperCase();
  return isTag(long) ? long : TAGS.find((tag) => tagWord(tag) === word.toLowerCase());
}

/** The short name of the tag that is spelled most like the word. */
export function suggestedTag(word: string): string | undefined {
  const nearest = nearestTag(word);
  return nearest ? tagWord(nearest) : nearestOf(word, TAGS.map(tagWord));
}

/** The kind of record with this singular or plural name, ignoring case. */
export function kindNamed(word: string): RecordKind | undefined {
  const kind = searchedKindNamed(word);
  return kind && isRecordKind(kind) ? kind : undefined;
}

/** The kind of record or name with this singular or plural name, ignoring case. */
export function searchedKindNamed(word: string): SearchedKind | undefined {
  const lower = word.toLowerCase();
  return [...RECORD_KINDS, ...NAMED_KINDS].find((kind) => [kind, `${kind}s`, kindWords(kind)].includes(lower));
}
