import type { Fragment } from './finding.ts';
import { doubtful, type Match } from './match.ts';
import { escaped } from './occurrences.ts';

/** A name that belongs to the owner, and what takes its place. */
export interface OwnName {
  text: string;
  /** Such as `user name`, `organisation`, `private name`. */
  kind: string;
  replacement: string;
}

/** Shorter names are syllables of other words. */
const SHORTEST = 3;
/** What machines and users are called that are nobody's in particular. */
const NOBODY = new Set(
  'root user users admin administrator ubuntu debian runner runneradmin localhost vagrant docker node home guest test nobody git github gitlab dev developer app default server workspace codespace vscode circleci jenkins build main master origin local none null undefined name you your'.split(
    ' ',
  ),
);

/** Whether a name says something about its owner: long enough, and not what everybody's machine is called. */
export function isTelling(name: string): boolean {
  return [...name].length >= SHORTEST && !NOBODY.has(name.toLowerCase()) && !/^[\d.:-]+$/.test(name);
}

/** Finds these names as words of their own, in small letters or large; `_` and `-` part words. */
export function nameDetector(names: readonly OwnName[]): (fragment: Pick<Fragment, 'text'>) => Match[] {
  const byText = new Map(names.map((name) => [name.text.toLowerCase(), name]));
  byText.delete('');
  if (byText.size === 0) return () => [];
  // The longest first: an alternation takes the first that fits.
  const texts = [...byText.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${texts.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return ({ text }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const name = byText.get(found.toLowerCase());
      return name ? [doubtful(name.kind, name.replacement, index, index + found.length)] : [];
    });
}
