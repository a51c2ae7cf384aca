import type { Edit, Finding, Fragment } from './finding.ts';
import { occurrencesOf, type TextRange, united } from './occurrences.ts';
import { readingsOf } from './reading.ts';
import type { Reading } from './reading-map.ts';

/**
 * The edits for a fragment, in order and without overlap: every secret and home path that is not kept, and every other
 * finding that the owner decided to replace or leave out.
 */
export function editsIn(fragment: Pick<Fragment, 'text' | 'isSlug'>, findings: readonly Finding[]): Edit[] {
  return editsFor(fragment, findings.filter(isReplaced));
}

/**
 * Edits that replace every occurrence of these findings in a fragment, and the given places of others. Where findings
 * overlap, the widest is used. `known` are the readings of the text, if the caller has them.
 */
export function editsFor(
  { text, isSlug }: Pick<Fragment, 'text' | 'isSlug'>,
  findings: readonly Finding[],
  placed: readonly (TextRange & { finding: Finding })[] = [],
  known?: readonly Reading[],
): Edit[] {
  if (findings.length === 0 && placed.length === 0) return [];
  const readings = findings.length === 0 ? [] : (known ?? readingsOf(text));
  const found = findings.flatMap((finding) =>
    occurrencesOf(finding, readings, isSlug).map((range) => ({ ...range, finding })),
  );
  return united([...found, ...placed]).map(({ start, end, members }) => ({
    start,
    end,
    text: apart(text.slice(Math.max(0, start - 2), start), widest(members).replacement, text.slice(end, end + 2)),
  }));
}

/** A replacement between these texts, with a space on each side where it would touch a letter or digit. */
export function apart(before: string, replacement: string, after: string): string {
  const left = /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}[]/u.test(replacement) ? ' ' : '';
  const right = /^[\p{L}\p{N}]/u.test(after) && /[\p{L}\p{N}\]]$/u.test(replacement) ? ' ' : '';
  return left + replacement + right;
}

/** The edited text. The edits must be in order and not overlap, as those of `editsIn`. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = '';
  let last = 0;
  for (const { start, end, text: replacement } of edits) {
    edited += text.slice(last, start) + replacement;
    last = end;
  }
  return edited + text.slice(last);
}

/** Whether a finding is replaced in the post. */
function isReplaced({ class: severity, decision, mayKeep }: Finding): boolean {
  if (severity === 'must') return !mayKeep || decision !== 'keep';
  return decision === 'replace' || decision === 'leave-out';
}

function widest(members: readonly (TextRange & { finding: Finding })[]): Finding {
  const [first, ...rest] = members;
  if (!first) throw new Error('A range has no members.');
  return rest.reduce((best, each) => (sizeOf(each) > sizeOf(best) ? each : best), first).finding;
}

function sizeOf({ start, end, finding }: TextRange & { finding: Finding }): number {
  // Of two with the same size, the secret wins.
  return end - start + (finding.class === 'must' ? 0.5 : 0);
}
