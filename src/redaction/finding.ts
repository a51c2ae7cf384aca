/**
 * Findings in texts that will be published, and the owner's decisions about them. The scan is an aid: no scanner finds
 * everything, so a post is exported as a draft and its author reads it.
 */
import { memoised } from '#src/lib/memo.ts';
import type { Tag } from '#src/format/tags.ts';

/** `leave-out`: the events that contain the value are left out of the post. Secrets are never kept. */
export type Decision = 'replace' | 'keep' | 'leave-out';

/** redactions.yml: decisions by the hash of a finding, never its text. */
export interface Decisions {
  /** Random and different for each draft, so that hashes cannot be looked up in a table. Empty before the first decision. */
  salt: string;
  byHash: Readonly<Record<string, Decision>>;
}

export const NO_DECISIONS: Decisions = { salt: '', byHash: {} };

/** A text of the post, and its place there. */
export interface Fragment {
  text: string;
  /** In words: `title`, `body, line 12`, `alt text of lifeline.png`. */
  place: string;
  /** The event that the text belongs to, as `<session_id>#e-…`, and its tag; null for other texts. */
  event: { id: string; tag: Tag } | null;
  /** Whether the text is a file name made of words, in which `ada@acme.io` reads `ada-acme-io`. */
  isSlug?: boolean;
  /** Whether the author of the draft wrote it as a block quote. */
  isQuoted?: boolean;
}

/** A value that was found, with all its places. */
export interface Finding {
  hash: string;
  /** Such as `GitHub token`, `home path`, `e-mail address`, `ticket id`. Safe to print. */
  kind: string;
  /** What gave it away, as a sentence without its subject: `begins with "ghp_"`. Safe to print: no more of the value than a vendor's prefix. */
  why: string;
  /** `must`: secrets and home paths; nothing is exported while one is undecided. `review`: may be intended. */
  class: 'must' | 'review';
  /** Whether the owner may keep it: false for secrets, true for home paths and the class `review`. */
  mayKeep: boolean;
  /** Never printed, logged or displayed if the class is `must`. */
  value: string;
  /** The placeholder published in its place: `[redacted: GitHub token]`, `[ticket]`, `~`. */
  replacement: string;
  places: FindingPlace[];
  /** The owner's decision; null while it is open. */
  decision: Decision | null;
}

export interface FindingPlace {
  place: string;
  event: string | null;
  /** Up to 40 characters of context, in which `must` values are already replaced. */
  before: string;
  after: string;
}

/** Identifies a value: exactly for a secret, ignoring case for anything that may be kept. */
export function valueKey({ value, mayKeep }: Pick<Finding, 'value' | 'mayKeep'>): string {
  return mayKeep ? value.toLowerCase() : value;
}

/** The text whose hash identifies a finding in a draft's decisions. */
export function hashedText(decisions: Pick<Decisions, 'salt'>, finding: Pick<Finding, 'value' | 'mayKeep'>): string {
  return `${decisions.salt}\n${valueKey(finding)}`;
}

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

/** A range of a fragment's text that perhaps should not be published. */
export type Match = TextRange & Pick<Finding, 'kind' | 'why' | 'class' | 'mayKeep' | 'replacement'>;

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

/** A row of a table of detectors. Its group `value`, if it has one, is what it finds. */
export interface Rule {
  kind: string;
  /** A text without it is not searched for the pattern. */
  hint?: RegExp;
  pattern: RegExp;
  /** What tells a value from its look-alikes. */
  accepts?: (value: string, before: string) => boolean;
}

/** How many characters before a value a rule may look at. */
const BEFORE = 100;

/** What these rules find in a text. `toMatch` makes a match of it, or nothing. */
export function ruled<R extends Rule>(
  rules: readonly R[],
  text: string,
  toMatch: (rule: R, found: TextRange & { value: string }) => Match | null,
): Match[] {
  return rules.flatMap((rule) => {
    if (rule.hint && !rule.hint.test(text)) return [];
    return rangesOf(rule.pattern, text).flatMap((found) => {
      const before = text.slice(Math.max(0, found.start - BEFORE), found.start);
      return rule.accepts?.(found.value, before) === false ? [] : (toMatch(rule, found) ?? []);
    });
  });
}

/** The ranges that a global pattern matches in a text; the range of its group `value` if it has one. */
export function rangesOf(pattern: RegExp, text: string): (TextRange & { value: string })[] {
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
