import { applyEdits, editsIn } from '#src/redaction/edits.ts';
import type { Detector } from '#src/redaction/finding.ts';
import { scan } from '#src/redaction/scan.ts';
import {
  HELD_OUT_PRIVATE,
  HELD_OUT_SECRETS,
  type PlacedKind,
  TUNED_PRIVATE,
  TUNED_SECRETS,
} from '../fixtures/redaction/placed-kinds.ts';
import { isLeft, PLACES, type PlacedValue, placedValues } from '../fixtures/redaction/places.ts';
import { printTable } from './table.ts';

const SETS = {
  secrets: TUNED_SECRETS,
  'secrets, held out': HELD_OUT_SECRETS,
  private: TUNED_PRIVATE,
  'private, held out': HELD_OUT_PRIVATE,
};

const NAMES = Object.keys(SETS) as (keyof typeof SETS)[];

/** How many values disappear completely, by place and kind. Of the held-out kinds, only the sums are printed. */
export async function printPlaces(detectors: Detector[], sets: readonly (keyof typeof SETS)[] = NAMES): Promise<void> {
  const rows: (string | number)[][] = [['place', ...sets.map((name) => `${name} (${SETS[name].length})`)]];
  const hidden = await Promise.all(sets.map((name) => hiddenOf(SETS[name], detectors)));
  for (const place of Object.keys(PLACES))
    rows.push([place, ...hidden.map((all) => share(all.filter(({ value }) => value.place === place)))]);
  printTable([...rows, ['all', ...hidden.map(share)]]);
  console.log('');
  const tuned = sets.flatMap((name, i) => (name.endsWith('held out') ? [] : (hidden[i] ?? [])));
  const kinds = [...new Set(tuned.map(({ value }) => value.kind))];
  printTable([
    ['kind, tuned half', 'hidden', 'not at'],
    ...kinds.map((kind) => {
      const all = tuned.filter(({ value }) => value.kind === kind);
      const places = new Set(all.filter(({ isHidden }) => !isHidden).map(({ value }) => value.place));
      return [kind, share(all), [...places].join(', ')];
    }),
  ]);
}

interface Measured {
  value: PlacedValue;
  isHidden: boolean;
}

function hiddenOf(kinds: readonly PlacedKind[], detectors: Detector[]): Promise<Measured[]> {
  return Promise.all(
    placedValues(kinds).map(async (value) => ({
      value,
      isHidden: !isLeft(value, await edited(value.text, detectors)),
    })),
  );
}

/** The text with every finding replaced. */
async function edited(text: string, detectors: Detector[]): Promise<string> {
  const found = await scan([{ text, place: '', event: null }], {
    detectors,
    decisions: { salt: '', byHash: {} },
    hash: (value) => value,
  });
  const replaced = found.map((finding) => ({ ...finding, decision: 'replace' as const }));
  return applyEdits(text, editsIn({ text }, replaced));
}

function share(all: readonly Measured[]): string {
  return `${all.filter(({ isHidden }) => isHidden).length} of ${all.length}`;
}
