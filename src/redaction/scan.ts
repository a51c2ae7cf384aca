import { oneLine } from '../lib/text/clip.ts';
import { hashedText, valueKey } from './decisions.ts';
import { applyEdits, editsFor } from './edits.ts';
import type { Decisions, Finding, Fragment } from './finding.ts';
import { placesOf, type Searched } from './finding-places.ts';
import type { Detector, Match } from './match.ts';
import { united } from './occurrences.ts';
import { readingsOf } from './reading.ts';
import { placeIn, type Reading } from './reading-map.ts';
import { type PlacedFinding, withWrapped } from './wrapped-match.ts';

/** The detectors and hash for a scan. */
export interface Scanner {
  detectors: readonly Detector[];
  /** A digest that reveals nothing about the text: `findingHash`. */
  hash: (text: string) => string;
}

export const NO_DECISIONS: Decisions = { salt: '', byHash: {} };

/**
 * Findings of the class `must`, then those to review, each in order of appearance. A value is one finding, however often
 * and in whatever disguise it appears. Secrets are masked before the scan for `review`, so that no such finding contains
 * a part of one.
 */
export async function scan(
  fragments: readonly Fragment[],
  given: Scanner & { decisions: Decisions },
): Promise<Finding[]> {
  const search = new Search(given.detectors);
  const musts = await search.musts(fragments);
  const searched = fragments.map((fragment) => searchedFor(fragment, musts, search));
  const reviews = await search.reviews(searched.map(({ fragment, masked }) => ({ ...fragment, text: masked })));
  return [...musts, ...reviews].flatMap((value) => {
    const places = placesOf(value, searched);
    if (places.length === 0) return [];
    const hash = given.hash(hashedText(given.decisions, value));
    const decision = given.decisions.byHash[hash] ?? null;
    return [{ ...value, hash, places, decision: decision === 'keep' && !value.mayKeep ? null : decision }];
  });
}

/** The text with every secret and home path replaced, safe to print and to make a name of. */
export async function withoutSecrets(text: string, { detectors, hash }: Scanner): Promise<string> {
  const found = await findingsOf(text, { detectors, hash });
  const musts = found.filter((finding) => finding.class === 'must');
  return applyEdits(text, editsFor({ text }, musts));
}

/** The text without any finding, to make a file name of. */
export async function withoutFindings(text: string, scanner: Scanner): Promise<string> {
  const edits = editsFor({ text }, await findingsOf(text, scanner));
  return oneLine(
    applyEdits(
      text,
      edits.map((edit) => ({ ...edit, text: ' ' })),
    ),
  );
}

/** The secrets and home paths of a text, each where a rule found it and not wherever its value appears. */
export function secretsIn(text: string, detectors: readonly Detector[]): Promise<PlacedFinding[]> {
  return new Search(detectors).placedMusts({ text, place: '', event: null });
}

function findingsOf(text: string, { detectors, hash }: Scanner): Promise<Finding[]> {
  return scan([{ text, place: '', event: null }], { detectors, hash, decisions: NO_DECISIONS });
}

/** A match and the index of its detector. */
type Found = Match & { detector: number };

class Search {
  readonly #detectors: readonly Detector[];
  /** Most texts are scanned twice, once for each class. */
  readonly #known = new Map<string, Found[]>();
  readonly #readings = new Map<string, readonly Reading[]>();

  constructor(detectors: readonly Detector[]) {
    this.#detectors = detectors;
  }

  /** The ways to read a text. */
  readings(text: string): readonly Reading[] {
    const known = this.#readings.get(text) ?? readingsOf(text);
    this.#readings.set(text, known);
    return known;
  }

  /** The values that must be decided. Overlapping values are one, named by the most certain. */
  musts(fragments: readonly Fragment[]): Promise<Finding[]> {
    return this.#values(fragments, chosenMusts);
  }

  /** The same in one fragment, each at its place. */
  placedMusts(fragment: Fragment): Promise<PlacedFinding[]> {
    return this.#placed(fragment, chosenMusts);
  }

  /** The values to review, without parts of larger matches of the same detector. */
  reviews(fragments: readonly Fragment[]): Promise<Finding[]> {
    return this.#values(fragments, (reading, found) => {
      const reviews = found.filter((match) => match.class === 'review' && !reading.isUnmarked);
      return united(reviews).flatMap(({ members }) =>
        members.filter((match) => !members.some((other) => isCovered(match, other))),
      );
    });
  }

  async #values(fragments: readonly Fragment[], chosen: Choice): Promise<Finding[]> {
    const values = new Map<string, Finding>();
    for (const fragment of fragments)
      for (const { finding } of await this.#placed(fragment, chosen))
        if (!values.has(valueKey(finding))) values.set(valueKey(finding), finding);
    return [...values.values()];
  }

  async #placed(fragment: Fragment, chosen: Choice): Promise<PlacedFinding[]> {
    let placed: PlacedFinding[] = [];
    for (const reading of this.readings(fragment.text)) {
      const matches = chosen(reading, await this.#found({ ...fragment, text: reading.text }));
      const found = matches.map((match) => ({
        start: match.start,
        end: match.end,
        finding: findingOf(match, reading.text),
      }));
      placed =
        reading.lines === 'apart'
          ? [...placed, ...found.map((each) => ({ ...each, ...placeIn(reading, each.start, each.end) }))]
          : withWrapped(placed, found, reading);
    }
    return placed;
  }

  async #found(fragment: Fragment): Promise<Found[]> {
    const key = `${fragment.event?.tag} ${fragment.isQuoted}\n${fragment.text}`;
    const known = this.#known.get(key);
    if (known) return known;
    const matches = await Promise.all(this.#detectors.map((detector) => detector(fragment)));
    const found = matches.flatMap((each, detector) => each.map((match) => ({ ...match, detector })));
    this.#known.set(key, found);
    return found;
  }
}

/** Which matches in a reading count. */
type Choice = (reading: Reading, found: readonly Found[]) => Match[];

function chosenMusts(reading: Reading, found: readonly Found[]): Match[] {
  const musts = found.filter((match) => match.class === 'must' && spansMarks(reading, match));
  return united(musts).map(({ start, end, members }) => {
    const named = members.toSorted(byCertainty)[0] ?? NEVER;
    return { ...named, start, end, mayKeep: members.every(({ mayKeep }) => mayKeep) };
  });
}

function findingOf({ kind, why, class: severity, mayKeep, replacement, start, end }: Match, text: string): Finding {
  const value = text.slice(start, end);
  return { hash: '', kind, why, class: severity, mayKeep, value, replacement, places: [], decision: null };
}

const NEVER: Pick<Match, 'kind' | 'why' | 'class' | 'replacement'> = {
  kind: 'secret',
  why: '',
  class: 'must',
  replacement: '[redacted: secret]',
};

/** Secrets come before home paths; of two secrets, the one whose detector comes first. */
function byCertainty(a: Found, b: Found): number {
  return Number(a.mayKeep) - Number(b.mayKeep) || a.detector - b.detector;
}

/** Whether the other match covers this one: the same range, or a larger one by the same detector. */
function isCovered(match: Found, other: Found): boolean {
  if (match === other || other.start > match.start || other.end < match.end) return false;
  const isSame = other.start === match.start && other.end === match.end;
  return isSame ? other.detector < match.detector : other.detector === match.detector;
}

/** Whether a match is new in this reading: where marks were removed, it must span one. */
function spansMarks(reading: Reading, { start, end }: Match): boolean {
  if (!reading.isUnmarked) return true;
  const place = placeIn(reading, start, end);
  return place.end - place.start > end - start;
}

/** A character that no rule matches. */
const MASK = '\ufffc';

function searchedFor(fragment: Fragment, musts: readonly Finding[], search: Search): Searched {
  const readings = search.readings(fragment.text);
  const edits = editsFor(fragment, musts, [], readings);
  const masks = edits.map((edit) => ({ ...edit, text: MASK.repeat(edit.end - edit.start) }));
  const masked = applyEdits(fragment.text, masks);
  return { fragment, edits, masked, readings, maskedReadings: search.readings(masked) };
}
