import { applyEdits } from './edits.ts';
import type { Edit, Finding, FindingPlace, Fragment } from './finding.ts';
import { occurrencesOf } from './occurrences.ts';
import type { Reading } from './reading-map.ts';

/** How many characters of context a place has on each side. */
const CONTEXT = 40;
/** How many places are listed for one text. */
const PLACES = 3;

/** A fragment, the edits that replace its secrets and home paths, and its text with them masked. It is read once for all. */
export interface Searched {
  fragment: Fragment;
  /** The ways to read the text as it is, and with secrets masked. */
  readings: readonly Reading[];
  maskedReadings: readonly Reading[];
  edits: readonly Edit[];
  masked: string;
}

/** The first few places of a value in each text, with their context. The context contains no secret. */
export function placesOf(
  finding: Pick<Finding, 'value' | 'mayKeep' | 'class'>,
  searched: readonly Searched[],
): FindingPlace[] {
  return searched.flatMap(({ fragment: { text, place, event, isSlug }, edits, readings: raw, maskedReadings }) => {
    const readings = finding.class === 'must' ? raw : maskedReadings;
    const found = occurrencesOf(finding, readings, isSlug).slice(0, PLACES);
    return found.map(({ start, end }) => ({
      place,
      event: event?.id ?? null,
      ...around(text, start, end, edits),
    }));
  });
}

function around(text: string, start: number, end: number, edits: readonly Edit[]): { before: string; after: string } {
  // If an edit overlaps the value, the context ends where the edit begins.
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
