import { addressDetector } from '#src/redaction/addresses.ts';
import { applyEdits, editsIn } from '#src/redaction/edits.ts';
import type { Detector, Finding, Fragment } from '#src/redaction/finding.ts';
import { contextDetector } from '#src/redaction/named-secrets.ts';
import { homePathDetector, idDetector } from '#src/redaction/names.ts';
import { accountDetector } from '#src/redaction/numbers.ts';
import { randomDetector } from '#src/redaction/random.ts';
import { scan } from '#src/redaction/scan.ts';
import { secretlintDetector, tokenDetector } from '#src/redaction/tokens.ts';
import { HARMLESS } from '../fixtures/redaction/harmless.ts';
import {
  HELD_OUT_HOSTS,
  HELD_OUT_LOOK_ALIKES,
  HOST_LOOK_ALIKES,
  INTERNAL_HOSTS,
} from '../fixtures/redaction/internal-hosts.ts';
import { type MadeSecret, madeSecrets } from '../fixtures/redaction/made-secrets.ts';
import {
  HELD_OUT_PRIVATE,
  HELD_OUT_SECRETS,
  type PlacedKind,
  TUNED_PRIVATE,
  TUNED_SECRETS,
} from '../fixtures/redaction/placed-kinds.ts';
import { isLeft, PLACES, type PlacedValue, placedValues } from '../fixtures/redaction/places.ts';
import { COMMON_TOKENS, HELD_OUT, IN_CONTEXT, LOOKED_AT } from '../fixtures/redaction/secret-forms.ts';
import { median, printTable } from './table.ts';
import { technicalParagraphs, technicalProse } from './technical-prose.ts';

let detectors: readonly Detector[] = [];

/** How many secrets are found, how many findings are false, and how long a scan takes. */
export async function run(): Promise<void> {
  detectors = [
    ...[tokenDetector, contextDetector, await secretlintDetector(), accountDetector, randomDetector],
    ...[homePathDetector('/nowhere/at/all'), idDetector({ sessionIds: [], tasks: [] }), addressDetector],
  ];
  for (const print of [printRecall, printPlaces, printHosts, printFalseAlarms, printTimes]) {
    await print();
    console.log('');
  }
}

async function printRecall(): Promise<void> {
  const sets = {
    'common tokens': COMMON_TOKENS,
    'in context': IN_CONTEXT,
    'looked at': LOOKED_AT,
    'held out': HELD_OUT,
  };
  const rows: (string | number)[][] = [['secrets', 'kinds', 'recall']];
  let [right, wrong] = [0, (await mustsIn(HARMLESS)).length];
  for (const [name, forms] of Object.entries(sets)) {
    const made = madeSecrets(forms);
    const hidden = await Promise.all(made.map(isHidden));
    rows.push([name, forms.length, (hidden.filter(Boolean).length / made.length).toFixed(3)]);
    for (const { text, secret } of made) {
      const found = await mustsIn([text]);
      const good = found.filter(({ value }) => value.includes(secret) || secret.includes(value)).length;
      right += good;
      wrong += found.length - good;
    }
  }
  printTable([...rows, ['precision', '', (right / (right + wrong)).toFixed(3)]]);
}

async function isHidden({ text, secret }: MadeSecret): Promise<boolean> {
  const left = applyEdits(text, editsIn({ text }, await mustsIn([text])));
  const windows = Array.from({ length: Math.max(1, secret.length - 5) }, (_, i) => secret.slice(i, i + 6));
  return !windows.some((part) => left.replace(/\[redacted: [^\]]*\]/g, ' ').includes(part));
}

const PLACED: Record<string, readonly PlacedKind[]> = {
  secrets: TUNED_SECRETS,
  'secrets, held out': HELD_OUT_SECRETS,
  private: TUNED_PRIVATE,
  'private, held out': HELD_OUT_PRIVATE,
};

interface Placed {
  value: PlacedValue;
  isHidden: boolean;
}

/** How many values disappear completely, by place and kind. Of the held-out kinds, only the sums are printed. */
async function printPlaces(): Promise<void> {
  const sets = Object.entries(PLACED);
  const hidden = await Promise.all(sets.map(([, kinds]) => Promise.all(placedValues(kinds).map(placedIn))));
  printTable([
    ['place', ...sets.map(([name, kinds]) => `${name} (${kinds.length})`)],
    ...Object.keys(PLACES).map((place) => [
      place,
      ...hidden.map((all) => share(all.filter(({ value }) => value.place === place))),
    ]),
    ['all', ...hidden.map(share)],
  ]);
  console.log('');
  const tuned = sets.flatMap(([name], i) => (name.endsWith('held out') ? [] : (hidden[i] ?? [])));
  printTable([
    ['kind, tuned half', 'hidden', 'not at'],
    ...[...Map.groupBy(tuned, ({ value }) => value.kind)].map(([kind, all]) => {
      const places = new Set(all.flatMap((each) => (each.isHidden ? [] : each.value.place)));
      return [kind, share(all), [...places].join(', ')];
    }),
  ]);
}

async function placedIn(value: PlacedValue): Promise<Placed> {
  const { text } = value;
  const replaced = (await findingsIn([text])).map((finding) => ({ ...finding, decision: 'replace' as const }));
  return { value, isHidden: !isLeft(value, applyEdits(text, editsIn({ text }, replaced))) };
}

function share(all: readonly Placed[]): string {
  return `${all.filter(({ isHidden }) => isHidden).length} of ${all.length}`;
}

function printHosts(): void {
  const hostsIn = (text: string) => addressDetector({ text }).map(({ start, end }) => text.slice(start, end));
  const sets = {
    tuned: [INTERNAL_HOSTS, HOST_LOOK_ALIKES],
    'held out': [HELD_OUT_HOSTS, HELD_OUT_LOOK_ALIKES],
  } as const;
  const rows = Object.entries(sets).map(([set, [hosts, lookAlikes]]) => {
    const right = hosts.filter(([text, host]) => hostsIn(text).some((found) => found.includes(host))).length;
    const wrong = lookAlikes.flatMap(hostsIn).length;
    return [set, (right / hosts.length).toFixed(3), (right / (right + wrong)).toFixed(3)];
  });
  printTable([['internal hosts', 'recall', 'precision'], ...rows]);
}

async function printFalseAlarms(): Promise<void> {
  const rows: (string | number)[][] = [
    ['of ordinary prose', 'texts', 'must decide', 'of them home paths', 'per 1000 texts', 'review', 'per 1000 texts'],
  ];
  const paragraphs = Object.entries(technicalParagraphs());
  const prose = [
    ...Object.entries(technicalProse()),
    ...paragraphs.map(([set, texts]) => [`${set}, by paragraph`, texts] as const),
  ];
  for (const [set, texts] of prose) {
    const found = await findingsIn(texts);
    const places = (isWanted: (finding: Finding) => boolean) =>
      found.filter(isWanted).reduce((sum, each) => sum + each.places.length, 0);
    const [must, review] = [places((each) => each.class === 'must'), places((each) => each.class === 'review')];
    const perThousand = (count: number) => ((count / texts.length) * 1000).toFixed(2);
    const homes = places(({ kind }) => kind === 'home path');
    rows.push([set, texts.length, must, homes, perThousand(must), review, perThousand(review)]);
  }
  printTable(rows);
}

/** The length of a long draft with all its events. */
const SIZE = 100_000;
const RUNS = 5;

async function printTimes(): Promise<void> {
  const text = technicalProse().seen.join('\n').slice(0, SIZE);
  const floor = await timed(() => Promise.resolve(text.match(/\S+/g)?.length));
  const rows: (string | number)[][] = [
    ['100 kB of prose', 'ms', 'ratio to a draft read word by word'],
    ['read word by word', floor.toFixed(2), 1],
  ];
  for (const [form, texts] of Object.entries({ 'as one text': [text], 'line by line': text.split('\n') })) {
    // Scans are cached, so each run needs its own texts.
    const time = await timed((round) => findingsIn(texts.map((line) => `${line} ${round}`)));
    rows.push([form, time.toFixed(1), Math.round(time / floor)]);
  }
  printTable(rows);
}

async function timed(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= RUNS; round++) {
    const begin = performance.now();
    await work(round);
    if (round > 0) times.push(performance.now() - begin);
  }
  return median(times);
}

async function mustsIn(texts: readonly string[]): Promise<Finding[]> {
  return (await findingsIn(texts)).filter((finding) => finding.class === 'must');
}

function findingsIn(texts: readonly string[]): Promise<Finding[]> {
  const fragments: Fragment[] = texts.map((text, i) => ({ text, place: `line ${i + 1}`, event: null }));
  return scan(fragments, { detectors, decisions: { salt: '', byHash: {} }, hash: (text) => text });
}
