import { applyEdits } from './edits.ts';
import type { Edit, Finding, FindingPlace, Fragment } from './finding.ts';
import { occurrencesOf } from './occurrences.ts';
import { readingsOf } from './reading.ts';

/** Enough to know the sentence again. */
const CONTEXT = 40;
/** A text that says a thing ten times is listed so often and no more. */
const PLACES = 3;

/** A fragment with the edits that take every secret and home path out of it, and with masks in their stead. */
export interface Searched {
  fragment: Fragment;
  edits: readonly Edit[];
  masked: string;
}

/** Where a value stands, with the words around it: the first few places in each text. No secret is left in them. */
export function placesOf(
  finding: Pick<Finding, 'value' | 'mayKeep' | 'class'>,
  searched: readonly Searched[],
): FindingPlace[] {
  return searched.flatMap(({ fragment: { text, place, event, isSlug }, edits, masked }) => {
    const readings = readingsOf(finding.class === 'must' ? text : masked);
    const stretches = occurrencesOf(finding, readings, isSlug).slice(0, PLACES);
    return stretches.map(({ start, end }) => ({
      place,
      event: event?.id ?? null,
      ...around(text, start, end, edits),
    }));
  });
}

function around(text: string, start: number, end: number, edits: readonly Edit[]): { before: string; after: string } {
  // An edit that reaches into the value cuts the context off where it begins.
  const over = edits.filter((edit) => edit.start < end && start < edit.end);
  const from = Math.min(start, ...over.map((edit) => edit.start));
  const to = Math.max(end, ...over.map((edit) => edit.end));
  const left = edits.filter((edit) => edit.end <= from);
  const right = edits.filter((edit) => edit.start >= to);
  const moved = right.map((edit) => ({ ...edit, start: edit.start - to, end: edit.end - to }));
  return {
    before: [...applyEdits(text.slice(0, from), left)].slice(-CONTEXT).join(''),
    after: [...applyEdits(text.slice(to), moved)].slice(0, CONTEXT).join(''),
  };
}
