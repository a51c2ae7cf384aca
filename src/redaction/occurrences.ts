import type { Finding } from './finding.ts';
import { placeIn, type Reading } from './reading.ts';

/** A stretch of a text, in UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
}

/** A shorter secret may be a part of a word by chance, unless it is of several sorts of signs. */
const SHORTEST_INSIDE = 8;
const MIXED = /^(?=.*\p{L})(?:.*[^\p{L}]|.*\p{Ll}\p{Lu}).*$/su;

/**
 * Every place where a value stands in a text, in whatever disguise, whether or not a rule would see it there: a
 * password is one wherever it is said. What is no secret is found as a word of its own, in small letters or large. In a
 * slug, a value is also found by its words alone.
 */
export function occurrencesOf(
  finding: Pick<Finding, 'value' | 'mayKeep' | 'class'>,
  readings: readonly Reading[],
  isSlug = false,
): Stretch[] {
  const { value, mayKeep } = finding;
  const anywhere = !mayKeep && value.length >= (MIXED.test(value) ? 6 : SHORTEST_INSIDE);
  const before = !anywhere && /^[\p{L}\p{N}]/u.test(value) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = !anywhere && /[\p{L}\p{N}]$/u.test(value) ? '(?![\\p{L}\\p{N}])' : '';
  const plain = before + spelled(value) + after;
  const slug = isSlug ? asSlug(value) : '';
  const pattern = slug === '' ? new RegExp(plain, mayKeep ? 'giu' : 'gu') : new RegExp(`${plain}|${slug}`, 'giu');
  const stretches = readings.flatMap((reading) =>
    reading.isUnmarked && finding.class !== 'must'
      ? []
      : [...reading.text.matchAll(pattern)].map(({ index, 0: found }) => placeIn(reading, index, index + found.length)),
  );
  return united(stretches).map(({ start, end }) => ({ start, end }));
}

/** Whether a mark at its end belongs to a value or to the sentence is not sure, so it is one without the mark too. */
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

/** Stretches in order, those that overlap as one. */
export function united<S extends Stretch>(stretches: readonly S[]): (Stretch & { members: S[] })[] {
  const groups: (Stretch & { members: S[] })[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = groups.at(-1);
    if (last && stretch.start < last.end) {
      last.end = Math.max(last.end, stretch.end);
      last.members.push(stretch);
    } else {
      groups.push({ start: stretch.start, end: stretch.end, members: [stretch] });
    }
  }
  return groups;
}

/** A value as a pattern that finds it. */
export function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
