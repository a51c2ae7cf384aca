import type { Edit, Finding, Fragment } from './finding.ts';
import { occurrencesOf, type Stretch, united } from './occurrences.ts';
import { readingsOf } from './reading.ts';

/**
 * The edits that what was found calls for in a fragment, in order and apart from one another: every secret and home
 * path unless it is kept, and what else the owner decided to replace or to leave out.
 */
export function editsIn(fragment: Pick<Fragment, 'text'>, findings: readonly Finding[]): Edit[] {
  return editsFor(fragment.text, findings.filter(isReplaced));
}

/** Edits that replace these findings wherever they stand in a text. Where several overlap, the widest names them all. */
export function editsFor(text: string, findings: readonly Finding[]): Edit[] {
  if (findings.length === 0) return [];
  const readings = readingsOf(text);
  const stretches = findings.flatMap((finding) =>
    occurrencesOf(finding, readings).map((stretch) => ({ ...stretch, finding })),
  );
  return united(stretches).map(({ start, end, members }) => ({ start, end, text: widest(members).replacement }));
}

/** The text with its edits made. They are in order and apart, as `editsIn` gives them. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = '';
  let last = 0;
  for (const { start, end, text: replacement } of edits) {
    edited += text.slice(last, start) + replacement;
    last = end;
  }
  return edited + text.slice(last);
}

/** Whether a finding is not published as it stands. */
function isReplaced({ class: severity, decision, mayKeep }: Finding): boolean {
  if (severity === 'must') return !mayKeep || decision !== 'keep';
  return decision === 'replace' || decision === 'leave-out';
}

function widest(members: readonly (Stretch & { finding: Finding })[]): Finding {
  const [first, ...rest] = members;
  if (!first) throw new Error('A stretch has no members.');
  return rest.reduce((best, each) => (sizeOf(each) > sizeOf(best) ? each : best), first).finding;
}

function sizeOf({ start, end, finding }: Stretch & { finding: Finding }): number {
  // Of two of the same size, the secret names it.
  return end - start + (finding.class === 'must' ? 0.5 : 0);
}
