import { oneLine } from '../text/clip.ts';
import { hashedText, valueKey } from './decisions.ts';
import { applyEdits, editsFor } from './edits.ts';
import type { Decisions, Finding, Fragment } from './finding.ts';
import { placesOf, type Searched } from './finding-places.ts';
import type { Detector, Match } from './match.ts';
import { united } from './occurrences.ts';
import { placeIn, type Reading, readingsOf } from './reading.ts';

/** What texts are scanned with. */
export interface Scanner {
  detectors: readonly Detector[];
  /** A digest of a text that reveals nothing about it: `findingHash`. */
  hash: (text: string) => string;
}

const NO_DECISIONS: Decisions = { salt: '', byHash: {} };

/**
 * What should perhaps not be published, in the order in which it is met, what must be decided first. A value is one
 * finding however often and in whatever disguise it stands. What may be meant is looked for beside the secrets and
 * not in them, so that no such finding holds a part of one.
 */
export async function scan(
  fragments: readonly Fragment[],
  given: Scanner & { decisions: Decisions },
): Promise<Finding[]> {
  const search = new Search(given.detectors);
  const musts = await search.secrets(fragments);
  const searched = fragments.map((fragment) => searchedFor(fragment, musts));
  const reviews = await search.doubts(searched.map(({ fragment, masked }) => ({ ...fragment, text: masked })));
  return [...musts, ...reviews].flatMap((value) => {
    const places = placesOf(value, searched);
    if (places.length === 0) return [];
    const hash = given.hash(hashedText(given.decisions, value));
    const decision = given.decisions.byHash[hash] ?? null;
    return [{ ...value, hash, places, decision: decision === 'keep' && !value.mayKeep ? null : decision }];
  });
}

/** A text that may be printed or become a name: every secret and home path in it is replaced. */
export async function withoutSecrets(text: string, { detectors, hash }: Scanner): Promise<string> {
  const found = await findingsOf(text, { detectors, hash });
  const musts = found.filter((finding) => finding.class === 'must');
  return applyEdits(text, editsFor({ text }, musts));
}

/** The words of a text that are part of no finding, to make a file name of. */
export async function withoutFindings(text: string, scanner: Scanner): Promise<string> {
  const edits = editsFor({ text }, await findingsOf(text, scanner));
  return oneLine(
    applyEdits(
      text,
      edits.map((edit) => ({ ...edit, text: ' ' })),
    ),
  );
}

function findingsOf(text: string, { detectors, hash }: Scanner): Promise<Finding[]> {
  return scan([{ text, place: '', event: null }], { detectors, hash, decisions: NO_DECISIONS });
}

/** A match, and which of the detectors found it. */
type Found = Match & { detector: number };

class Search {
  readonly #detectors: readonly Detector[];
  /** Most texts are looked at twice, once for each class. */
  readonly #known = new Map<string, Found[]>();

  constructor(detectors: readonly Detector[]) {
    this.#detectors = detectors;
  }

  /** The values that must be decided. Those that overlap are one, under the name of the surest. */
  secrets(fragments: readonly Fragment[]): Promise<Finding[]> {
    return this.#values(fragments, (reading, found) => {
      const musts = found.filter((match) => match.class === 'must' && spansMarks(reading, match));
      return united(musts).map(({ start, end, members }) => {
        const named = members.toSorted(bySureness)[0] ?? NEVER;
        return { ...named, start, end, mayKeep: members.every(({ mayKeep }) => mayKeep) };
      });
    });
  }

  /** The values that may be meant. A part of what the same detector found is none of its own. */
  doubts(fragments: readonly Fragment[]): Promise<Finding[]> {
    return this.#values(fragments, (reading, found) => {
      const reviews = found.filter((match) => match.class === 'review' && !reading.isUnmarked);
      return united(reviews).flatMap(({ members }) =>
        members.filter((match) => !members.some((other) => isCovered(match, other))),
      );
    });
  }

  async #values(
    fragments: readonly Fragment[],
    chosen: (reading: Reading, found: readonly Found[]) => Match[],
  ): Promise<Finding[]> {
    const values = new Map<string, Finding>();
    for (const fragment of fragments) {
      for (const reading of readingsOf(fragment.text)) {
        for (const match of chosen(reading, await this.#found({ ...fragment, text: reading.text }))) {
          const finding = findingOf(match, reading.text);
          if (!values.has(valueKey(finding))) values.set(valueKey(finding), finding);
        }
      }
    }
    return [...values.values()];
  }

  async #found(fragment: Fragment): Promise<Found[]> {
    const key = `${fragment.event?.tag}\n${fragment.text}`;
    const known = this.#known.get(key);
    if (known) return known;
    const matches = await Promise.all(this.#detectors.map((detector) => detector(fragment)));
    const found = matches.flatMap((each, detector) => each.map((match) => ({ ...match, detector })));
    this.#known.set(key, found);
    return found;
  }
}

function findingOf({ kind, class: severity, mayKeep, replacement, start, end }: Match, text: string): Finding {
  const value = text.slice(start, end);
  return { hash: '', kind, class: severity, mayKeep, value, replacement, places: [], decision: null };
}

const NEVER: Pick<Match, 'kind' | 'class' | 'replacement'> = {
  kind: 'secret',
  class: 'must',
  replacement: '[redacted: secret]',
};

/** A secret names a stretch before a home path does, and of secrets the one whose detector comes first. */
function bySureness(a: Found, b: Found): number {
  return Number(a.mayKeep) - Number(b.mayKeep) || a.detector - b.detector;
}

/** Whether the other one says what this one says: the same stretch, or more of it by the same rules. */
function isCovered(match: Found, other: Found): boolean {
  if (match === other || other.start > match.start || other.end < match.end) return false;
  const isSame = other.start === match.start && other.end === match.end;
  return isSame ? other.detector < match.detector : other.detector === match.detector;
}

/** Where marks were taken out, what stands between two of them was seen in another reading. */
function spansMarks(reading: Reading, { start, end }: Match): boolean {
  if (!reading.isUnmarked) return true;
  const place = placeIn(reading, start, end);
  return place.end - place.start > end - start;
}

/** A character that no rule takes for a part of anything. */
const MASK = '\ufffc';

function searchedFor(fragment: Fragment, musts: readonly Finding[]): Searched {
  const edits = editsFor(fragment, musts);
  const masks = edits.map((edit) => ({ ...edit, text: MASK.repeat(edit.end - edit.start) }));
  return { fragment, edits, masked: applyEdits(fragment.text, masks) };
}
