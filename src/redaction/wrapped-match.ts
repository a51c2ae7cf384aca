import type { Finding } from './finding.ts';
import { type TextRange, united } from './occurrences.ts';
import { placeIn, type Reading } from './reading-map.ts';
import { isWordLike } from './wrapped-reading.ts';

/** A finding at one place of a text. */
export interface PlacedFinding extends TextRange {
  finding: Finding;
}

/**
 * What was found line by line, and what lines read together add to it. A word that merely follows a value in the next
 * line is not a part of it. The ranges of `found` are those in the reading. A longer value takes the place of the parts that were found before.
 */
export function withWrapped(
  known: readonly PlacedFinding[],
  found: readonly PlacedFinding[],
  reading: Reading,
): PlacedFinding[] {
  const groups = united(known);
  const added = found.flatMap(({ finding, start, end }) => {
    const place = placeIn(reading, start, end);
    const over = rivals(overlapping(groups, place), place, finding);
    return isAddition({ finding, start, end }, place, over, reading) ? [{ ...place, finding }] : [];
  });
  const all = [...known, ...added];
  // A part of a quotation is a finding by itself, a part of a secret is none.
  const wide = united(all.filter(({ finding }, i) => i >= known.length || finding.class === 'must'));
  return all.filter(
    (part) => !overlapping(wide, part).some(({ members }) => members.some((each) => isPartOf(part, each))),
  );
}

function isPartOf(part: PlacedFinding, whole: PlacedFinding): boolean {
  const isInside = whole.start <= part.start && part.end <= whole.end;
  const isSame = whole.start === part.start && whole.end === part.end;
  return isInside && !isSame && (part.finding.mayKeep || !whole.finding.mayKeep);
}

/** The findings that share something with a range: all secrets, or those to review of the same kind. */
function rivals(
  groups: readonly { members: PlacedFinding[] }[],
  { start, end }: TextRange,
  { class: severity, kind }: Finding,
): PlacedFinding[] {
  const members = groups.flatMap((group) => group.members);
  return members.filter(
    (each) => each.start < end && start < each.end && (severity === 'must' || each.finding.kind === kind),
  );
}

/** A part of a value that is shorter could be a word or number after it. */
const SHORTEST_REST = 3;

function isAddition(own: PlacedFinding, place: TextRange, over: readonly TextRange[], reading: Reading): boolean {
  const first = firstSeam(reading.seams, own.start);
  const seam = reading.seams[first];
  const isAcross = seam !== undefined && seam < own.end;
  const isWider = over.every(({ start, end }) => place.start <= start && end <= place.end);
  const isNew = over.every(({ start, end }) => start !== place.start || end !== place.end);
  if (!isAcross) return reading.lines === 'flowed' && over.length === 0;
  if (!isWider || !isNew) return false;
  if (reading.lines === 'flowed') return true;
  const last = reading.seams[firstSeam(reading.seams, own.end - 1) - 1] ?? seam;
  const rest = reading.text.slice(Math.max(last, seam), own.end);
  const goesOn =
    own.finding.class === 'review' && /[/:@=_-]$/.test(reading.text.slice(own.start, Math.max(last, seam)));
  if (over.length > 0) return rest.length >= SHORTEST_REST && (goesOn || !isWordLike(rest));
  return !isWordLike(rest) || endsSo(own.finding, reading.text.slice(own.start, seam), rest);
}

/** Whether a value may end with a word or number: one of a vendor that begins at random, or a longer number. */
function endsSo({ class: severity, mayKeep }: Finding, beginning: string, rest: string): boolean {
  if (severity === 'review') return /^[.-]?\d/.test(rest);
  return !mayKeep && beginning.length >= 8 && /\d/.test(beginning) && /[a-z]/i.test(beginning);
}

/** The index of the first seam after a position. */
function firstSeam(seams: readonly number[], position: number): number {
  return firstIndex(seams.length, (i) => (seams[i] ?? 0) > position);
}

/** The groups, in order and apart, that share something with a range. */
function overlapping<G extends TextRange>(groups: readonly G[], { start, end }: TextRange): G[] {
  const over: G[] = [];
  for (let i = firstIndex(groups.length, (at) => (groups[at]?.end ?? 0) > start); i < groups.length; i++) {
    const group = groups[i];
    if (!group || group.start >= end) break;
    over.push(group);
  }
  return over;
}

/** The first index at which a condition holds that holds from there on. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
