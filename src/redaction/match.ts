import { memoised } from '#src/lib/memo.ts';
import type { Finding, Fragment } from './finding.ts';

/** A range of a fragment's text, in UTF-16 units, that perhaps should not be published. */
export interface Match extends Pick<Finding, 'kind' | 'why' | 'class' | 'mayKeep' | 'replacement'> {
  start: number;
  end: number;
}

/**
 * Finds one sort of thing. It is called with the text as it is and again without its disguises. If two detectors find the
 * same range, the first one names it. It never throws, whatever the text.
 */
export type Detector = (fragment: Fragment) => Match[] | Promise<Match[]>;

/** A secret of a kind such as `GitHub token`. `why` follows the word `it`. */
export function secret(kind: string, why: string, start: number, end: number): Match {
  return { start, end, kind, why, class: 'must', mayKeep: false, replacement: `[redacted: ${kind}]` };
}

/** Most likely a secret, of a kind such as `card number`; the owner may keep it. */
export function likely(kind: string, why: string, start: number, end: number): Match {
  return { ...secret(kind, why, start, end), mayKeep: true };
}

/** Why a value is found that says nothing by itself. */
export const BESIDE = 'is named by the words or marks beside it';

/** Something that may be intended, of a kind such as `e-mail address`, and the placeholder for it. */
export function doubtful(kind: string, replacement: string, start: number, end: number, why = formOf(kind)): Match {
  return { start, end, kind, why, class: 'review', mayKeep: true, replacement };
}

function formOf(kind: string): string {
  return `has the form of ${/^(?:[aeio]|I[BP]|ARN)/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/** The ranges that a global pattern matches in a text; the range of its group `value` if it has one. */
export function rangesOf(pattern: RegExp, text: string): { start: number; end: number; value: string }[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [start, end] =
      match.groups?.value === undefined ? [match.index, match.index + match[0].length] : groupIn(match, pattern, text);
    return start === end ? [] : [{ start, end, value: text.slice(start, end) }];
  });
}

/** The pattern with the flag that gives the indices of groups, which is ten times slower, so it is used on matches only. */
const withIndices = memoised(({ source, flags }: RegExp) => new RegExp(source, `${flags.replace('g', '')}dy`));

/** The range of the group `value`. */
function groupIn({ index }: RegExpExecArray, pattern: RegExp, text: string): [number, number] {
  const precise = withIndices(pattern);
  precise.lastIndex = index;
  return precise.exec(text)?.indices?.groups?.value ?? [index, index];
}
