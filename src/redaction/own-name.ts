import type { Fragment } from './finding.ts';
import { doubtful, type Match } from './match.ts';
import { escaped } from './occurrences.ts';

/** A private name and its replacement. */
export interface OwnName {
  text: string;
  /** Such as `user name`, `organisation`, `private name`. */
  kind: string;
  replacement: string;
}

/** Shorter names appear in too many words. */
const SHORTEST = 3;
/** Names of users and machines that identify nobody. */
const COMMON = new Set(
  'root user users admin administrator ubuntu debian runner runneradmin localhost vagrant docker node home guest test nobody git github gitlab dev developer app default server workspace codespace vscode circleci jenkins build main master origin local none null undefined name you your'.split(
    ' ',
  ),
);

/** Whether a name identifies someone: long enough, and not a common name of users or machines. */
export function isIdentifying(name: string): boolean {
  return [...name].length >= SHORTEST && !COMMON.has(name.toLowerCase()) && !/^[\d.:-]+$/.test(name);
}

/** Finds these names as whole words, ignoring case. `_` and `-` separate words. */
export function nameDetector(names: readonly OwnName[]): (fragment: Pick<Fragment, 'text'>) => Match[] {
  const byText = new Map(names.map((name) => [name.text.toLowerCase(), name]));
  byText.delete('');
  if (byText.size === 0) return () => [];
  // The longest first, as an alternation takes the first match.
  const texts = [...byText.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${texts.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return ({ text }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const name = byText.get(found.toLowerCase());
      return name
        ? [
            doubtful(
              name.kind,
              name.replacement,
              index,
              index + found.length,
              'is a name of yours, of your machine or of redact.yml',
            ),
          ]
        : [];
    });
}
