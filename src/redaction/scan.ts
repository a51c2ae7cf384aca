/**
 * The scan of texts that will be published:
 *
 *     readingsOf    each text is read in every way that its disguises allow          (`reading.ts`)
 *     detectors     say what they find in a reading                                  (`detectors.ts`)
 *     withWrapped   what lines read together add to what was found line by line
 *     united        overlapping secrets are one, named by the most certain detector
 *     placesOf      a value is one finding, at all its places in all texts           (`edits.ts`)
 *
 * Secrets are masked before the scan for what may be intended, so that no such finding contains a part of one.
 */
import { oneLine } from '#src/lib/text/clip.ts';
import { applyEdits, type Edit, editsFor, occurrencesOf, united } from './edits.ts';
import {
  type Decisions,
  type Detector,
  type Finding,
  type FindingPlace,
  type Fragment,
  hashedText,
  type Match,
  NO_DECISIONS,
  type TextRange,
  valueKey,
} from './finding.ts';
import { isWordLike, placeIn, type Reading, readingsOf } from './reading.ts';

/** The detectors and hash for a scan. */
export interface Scanner {
  detectors: readonly Detector[];
  /** A digest that reveals nothing about the text: `findingHash`. */
  hash: (text: string) => string;
}

/** A finding at one place of a text. */
export interface PlacedFinding extends TextRange {
  finding: Finding;
}

/**
 * Findings of the class `must`, then those to review, each in order of appearance. A value is one finding, however often
 * and in whatever disguise it appears.
 */
export async function scan(
  fragments: readonly Fragment[],
  { detectors, hash, decisions }: Scanner & { decisions: Decisions },
): Promise<Finding[]> {
  const looked: Looked[] = [];
  for (const fragment of fragments) looked.push(await lookAt(fragment, detectors));
  const musts = valuesIn(looked, chosenMusts);
  const searched: Searched[] = [];
  for (const each of looked) searched.push(await maskedFor(each, musts, detectors));
  const reviews = valuesIn(
    searched.map(({ masked }) => masked),
    chosenReviews,
  );
  return [...musts, ...reviews].flatMap((value) => {
    const places = searched.flatMap((each) => placesOf(value, each));
    if (places.length === 0) return [];
    const digest = hash(hashedText(decisions, value));
    const decision = decisions.byHash[digest] ?? null;
    return [{ ...value, hash: digest, places, decision: decision === 'keep' && !value.mayKeep ? null : decision }];
  });
}

/** The text with every secret and home path replaced, safe to print and to make a name of. */
export async function withoutSecrets(text: string, scanner: Scanner): Promise<string> {
  const musts = (await findingsOf(text, scanner)).filter((finding) => finding.class === 'must');
  return applyEdits(text, editsFor({ text }, musts));
}

/** The text without any finding, to make a file name of. */
export async function withoutFindings(text: string, scanner: Scanner): Promise<string> {
  const edits = editsFor({ text }, await findingsOf(text, scanner)).map((edit) => ({ ...edit, text: ' ' }));
  return oneLine(applyEdits(text, edits));
}

/** The secrets and home paths of a text, each where a rule found it and not wherever its value appears. */
export async function secretsIn(text: string, detectors: readonly Detector[]): Promise<PlacedFinding[]> {
  return placedIn(await lookAt({ text, place: '', event: null }, detectors), chosenMusts);
}

function findingsOf(text: string, scanner: Scanner): Promise<Finding[]> {
  return scan([{ text, place: '', event: null }], { ...scanner, decisions: NO_DECISIONS });
}

/** A match and the index of its detector. */
type Found = Match & { detector: number };

/** Which matches in a reading count. */
type Choice = (reading: Reading, found: readonly Found[]) => Match[];

/** A text in all its readings, with what the detectors find in each. */
interface Looked {
  fragment: Fragment;
  readings: { reading: Reading; found: Found[] }[];
}

async function lookAt(fragment: Fragment, detectors: readonly Detector[]): Promise<Looked> {
  const readings: Looked['readings'] = [];
  for (const reading of readingsOf(fragment.text)) {
    const matches = await Promise.all(detectors.map((detector) => detector({ ...fragment, text: reading.text })));
    const found = matches.flatMap((each, detector) => each.map((match) => ({ ...match, detector })));
    readings.push({ reading, found });
  }
  return { fragment, readings };
}

/** Each value that is found, once. */
function valuesIn(looked: readonly Looked[], chosen: Choice): Finding[] {
  const values = new Map<string, Finding>();
  for (const { finding } of looked.flatMap((each) => placedIn(each, chosen)))
    if (!values.has(valueKey(finding))) values.set(valueKey(finding), finding);
  return [...values.values()];
}

function placedIn({ readings }: Looked, chosen: Choice): PlacedFinding[] {
  let placed: PlacedFinding[] = [];
  for (const { reading, found } of readings) {
    const own = chosen(reading, found).map((match) => {
      const { kind, why, class: severity, mayKeep, replacement, start, end } = match;
      const value = reading.text.slice(start, end);
      const known = { hash: '', kind, why, class: severity, mayKeep, value, replacement, places: [], decision: null };
      return { start, end, finding: known };
    });
    if (reading.lines !== 'apart') placed = withWrapped(placed, own, reading);
    else placed.push(...own.map((each) => ({ ...each, ...placeIn(reading, each.start, each.end) })));
  }
  return placed;
}

/** What must be decided. Overlapping values are one: secrets name it before home paths, and earlier detectors before later. */
function chosenMusts(reading: Reading, found: readonly Found[]): Match[] {
  const musts = found.filter((match) => match.class === 'must' && isNewIn(reading, match));
  return united(musts).flatMap(({ start, end, members }) => {
    const [named] = members.toSorted((a, b) => Number(a.mayKeep) - Number(b.mayKeep) || a.detector - b.detector);
    return named ? [{ ...named, start, end, mayKeep: members.every(({ mayKeep }) => mayKeep) }] : [];
  });
}

/** What may be intended, without parts of larger matches of the same detector. */
function chosenReviews(reading: Reading, found: readonly Found[]): Match[] {
  const reviews = found.filter((match) => match.class === 'review' && !reading.isUnmarked);
  return united(reviews).flatMap(({ members }) =>
    members.filter((match) => !members.some((other) => isCovered(match, other))),
  );
}

/** Whether the other match covers this one: the same range, or a larger one by the same detector. */
function isCovered(match: Found, other: Found): boolean {
  if (match === other || other.start > match.start || other.end < match.end) return false;
  const isSame = other.start === match.start && other.end === match.end;
  return isSame ? other.detector < match.detector : other.detector === match.detector;
}

/** Whether a match is new in this reading: where marks were removed, it must span one. */
function isNewIn(reading: Reading, { start, end }: Match): boolean {
  if (!reading.isUnmarked) return true;
  const place = placeIn(reading, start, end);
  return place.end - place.start > end - start;
}

/**
 * What was found line by line, and what lines read together add to it. A word that merely follows a value in the next
 * line is not a part of it. The ranges of `found` are those in the reading. A longer value takes the place of the parts
 * that were found before.
 */
function withWrapped(known: readonly PlacedFinding[], found: readonly PlacedFinding[], reading: Reading) {
  const groups = united(known);
  const added = found.flatMap((own) => {
    const place = placeIn(reading, own.start, own.end);
    const over = overlapping(groups, place)
      .flatMap(({ members }) => members)
      .filter((each) => each.start < place.end && place.start < each.end)
      .filter(({ finding }) => own.finding.class === 'must' || finding.kind === own.finding.kind);
    return isAddition(own, place, over, reading) ? [{ ...place, finding: own.finding }] : [];
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

/** A part of a value that is shorter could be a word or number after it. */
const SHORTEST_REST = 3;

/** Whether a finding in lines read together is one: it goes on across a seam, and replaces what was found in its place. */
function isAddition(own: PlacedFinding, place: TextRange, over: readonly TextRange[], reading: Reading): boolean {
  const { seams, lines, text } = reading;
  const { finding } = own;
  const next = firstIndex(seams, (seam) => seam > own.start);
  const seam = seams[next];
  if (seam === undefined || seam >= own.end) return lines === 'flowed' && over.length === 0;
  const isWider = over.every(({ start, end }) => place.start <= start && end <= place.end);
  const isNew = over.every(({ start, end }) => start !== place.start || end !== place.end);
  if (!isWider || !isNew) return false;
  if (lines === 'flowed') return true;
  const last = Math.max(seam, seams[firstIndex(seams, (each) => each >= own.end) - 1] ?? seam);
  const rest = text.slice(last, own.end);
  const goesOn = finding.class === 'review' && /[/:@=_-]$/.test(text.slice(own.start, last));
  if (over.length > 0) return rest.length >= SHORTEST_REST && (goesOn || !isWordLike(rest));
  return !isWordLike(rest) || mayEndSo(finding, text.slice(own.start, seam), rest);
}

/** Whether a value may end with a word or number: one of a vendor that begins at random, or a longer number. */
function mayEndSo({ class: severity, mayKeep }: Finding, beginning: string, rest: string): boolean {
  if (severity === 'review') return /^[.-]?\d/.test(rest);
  return !mayKeep && beginning.length >= 8 && /\d/.test(beginning) && /[a-z]/i.test(beginning);
}

/** The groups, in order and apart, that share something with a range. */
function overlapping<G extends TextRange>(groups: readonly G[], { start, end }: TextRange): G[] {
  const first = firstIndex(groups, (group) => group.end > start);
  return groups.slice(
    first,
    firstIndex(groups, (group) => group.start >= end),
  );
}

/** The first index at which a condition holds that holds from there on; their number if there is none. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A text that was looked at, the edits that replace its secrets and home paths, and the same text with these masked. */
interface Searched {
  looked: Looked;
  edits: readonly Edit[];
  masked: Looked;
}

/** A character that no rule matches. */
const MASK = '\ufffc';

async function maskedFor(looked: Looked, musts: readonly Finding[], detectors: readonly Detector[]): Promise<Searched> {
  const { fragment } = looked;
  const edits = editsFor(fragment, musts);
  if (edits.length === 0) return { looked, edits, masked: looked };
  const masks = edits.map((edit) => ({ ...edit, text: MASK.repeat(edit.end - edit.start) }));
  const text = applyEdits(fragment.text, masks);
  return { looked, edits, masked: await lookAt({ ...fragment, text }, detectors) };
}

function readingsIn({ readings }: Looked): Reading[] {
  return readings.map(({ reading }) => reading);
}

/** How many characters of context a place has on each side. */
const CONTEXT = 40;
/** How many places are listed for one text. */
const PLACES = 3;

/** The first few places of a value in a text, with their context, which contains no secret. */
function placesOf(finding: Finding, { looked, edits, masked }: Searched): FindingPlace[] {
  const { text, place, event, isSlug } = looked.fragment;
  const readings = readingsIn(finding.class === 'must' ? looked : masked);
  const found = occurrencesOf(finding, readings, isSlug).slice(0, PLACES);
  return found.map(({ start, end }) => {
    // If an edit overlaps the value, the context ends where the edit begins.
    const over = edits.filter((edit) => edit.start < end && start < edit.end);
    const from = Math.min(start, ...over.map((edit) => edit.start));
    const to = Math.max(end, ...over.map((edit) => edit.end));
    const left = edits.filter((edit) => edit.end <= from);
    const right = edits.filter((edit) => edit.start >= to);
    const moved = right.map((edit) => ({ ...edit, start: edit.start - to, end: edit.end - to }));
    return {
      place,
      event: event?.id ?? null,
      before: [...applyEdits(text.slice(0, from), left)].slice(-CONTEXT).join(''),
      after: [...applyEdits(text.slice(to), moved)].slice(0, CONTEXT).join(''),
    };
  });
}
