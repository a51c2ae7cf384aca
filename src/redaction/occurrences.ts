import type { Finding } from './finding.ts';
import { placeIn, type Reading } from './reading-map.ts';

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

/** A shorter secret may be part of a word by chance, unless it mixes sorts of characters. */
const SHORTEST_INSIDE = 8;
const MIXED = /^(?=.*\p{L})(?:.*[^\p{L}]|.*\p{Ll}\p{Lu}).*$/su;

/**
 * Every occurrence of a value in a text, in whatever disguise and whether or not a rule would find it there: a password is
 * secret wherever it appears. Other values match as whole words, ignoring case. In a slug, a value also matches by its
 * words alone.
 */
export function occurrencesOf(
  finding: Pick<Finding, 'value' | 'mayKeep' | 'class'>,
  readings: readonly Reading[],
  isSlug = false,
): TextRange[] {
  const { value, mayKeep } = finding;
  const anywhere = !mayKeep && value.length >= (MIXED.test(value) ? 6 : SHORTEST_INSIDE);
  const before = !anywhere && /^[\p{L}\p{N}]/u.test(value) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = !anywhere && /[\p{L}\p{N}]$/u.test(value) ? '(?![\\p{L}\\p{N}])' : '';
  const plain = before + spelled(value) + after;
  const slug = isSlug ? asSlug(value) : '';
  const pattern = slug === '' ? new RegExp(plain, mayKeep ? 'giu' : 'gu') : new RegExp(`${plain}|${slug}`, 'giu');
  const found = readings.flatMap((reading) =>
    reading.isUnmarked && finding.class !== 'must'
      ? []
      : [...reading.text.matchAll(pattern)].map(({ index, 0: match }) => placeIn(reading, index, index + match.length)),
  );
  return united(found).map(({ start, end }) => ({ start, end }));
}

/** A final `!` or `?` may belong to the value or the sentence, so the value matches without it too. */
function spelled(value: string): string {
  const [, body = value, mark = ''] = /^(.{6,}?)([!?]+)$/su.exec(value) ?? [];
  return escaped(body) + (mark === '' ? '' : `(?:${escaped(mark)})?`);
}

/** The words of a value as a file name has them: `Ada@acme.io` is `ada-acme-io` or `ada-acme.io`. */
function asSlug(value: string): string {
  const words =
    value
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? '' : `(?<![\\p{L}\\p{N}])${words.join('[-._]+')}(?![\\p{L}\\p{N}])`;
}

/** Ranges in order, with overlapping ones merged. */
export function united<R extends TextRange>(ranges: readonly R[]): (TextRange & { members: R[] })[] {
  const groups: (TextRange & { members: R[] })[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = groups.at(-1);
    if (last && range.start < last.end) {
      last.end = Math.max(last.end, range.end);
      last.members.push(range);
    } else {
      groups.push({ start: range.start, end: range.end, members: [range] });
    }
  }
  return groups;
}

/** A value as a regular expression that matches it. */
export function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
