import { memoised } from '#src/value/memo.ts';
import type { Finding, Fragment } from './finding.ts';

/** A stretch of a fragment's text that should perhaps not be published, in UTF-16 units. */
export interface Match extends Pick<Finding, 'kind' | 'class' | 'mayKeep' | 'replacement'> {
  start: number;
  end: number;
}

/**
 * What looks for one sort of thing. It is given the text as it stands and again without its disguises, and of two
 * that find the same stretch the first one names it. It never throws on any text.
 */
export type Detector = (fragment: Fragment) => Match[] | Promise<Match[]>;

/** A secret of a kind such as `GitHub token`. */
export function secret(kind: string, start: number, end: number): Match {
  return { start, end, kind, class: 'must', mayKeep: false, replacement: `[redacted: ${kind}]` };
}

/** What is most likely a secret of a kind such as `card number`: the owner may say that it is none. */
export function likely(kind: string, start: number, end: number): Match {
  return { ...secret(kind, start, end), mayKeep: true };
}

/** Something that may be meant, such as `e-mail address`, and the words that can take its place. */
export function doubtful(kind: string, replacement: string, start: number, end: number): Match {
  return { start, end, kind, class: 'review', mayKeep: true, replacement };
}

/** What a global pattern finds in a text; the group `value` is the stretch if there is one. */
export function stretchesOf(pattern: RegExp, text: string): { start: number; end: number; value: string }[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [start, end] =
      match.groups?.value === undefined ? [match.index, match.index + match[0].length] : groupIn(match, pattern, text);
    return start === end ? [] : [{ start, end, value: text.slice(start, end) }];
  });
}

/** The pattern with the flag that tells where a group is. It makes a pattern ten times slower, so it is for finds alone. */
const withIndices = memoised(({ source, flags }: RegExp) => new RegExp(source, `${flags.replace('g', '')}dy`));

/** Where the group is. */
function groupIn({ index }: RegExpExecArray, pattern: RegExp, text: string): [number, number] {
  const precise = withIndices(pattern);
  precise.lastIndex = index;
  return precise.exec(text)?.indices?.groups?.value ?? [index, index];
}
