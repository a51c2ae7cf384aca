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
import { COMMON_TOKENS, HELD_OUT, IN_CONTEXT, LOOKED_AT } from '../fixtures/redaction/secret-forms.ts';
import { printPlaces } from './placed-values.ts';
import { median, printTable } from './table.ts';
import { technicalParagraphs, technicalProse } from './technical-prose.ts';

/** How many secrets are found, how many findings are false, and how long a scan takes. */
export async function run(): Promise<void> {
  const ways = await waysOfScanning();
  await printRecall(ways);
  console.log('');
  await printPlaces(Object.values(ways).at(-1) ?? []);
  console.log('');
  printHosts();
  console.log('');
  await printFalseAlarms(ways);
  console.log('');
  await printTimes(ways);
}

type Ways = Record<string, Detector[]>;

async function waysOfScanning(): Promise<Ways> {
  const secretlint = await secretlintDetector();
  const table = [tokenDetector, contextDetector, homePathDetector('/nowhere/at/all')];
  const review = [idDetector({ sessionIds: [], tasks: [] }), addressDetector];
  return {
    'secretlint alone': [secretlint],
    'our table alone': table,
    'both, and random words': [
      ...table.slice(0, 2),
      secretlint,
      accountDetector,
      randomDetector,
      ...table.slice(2),
      ...review,
    ],
  };
}

async function printRecall(ways: Ways): Promise<void> {
  const sets = {
    'common tokens': COMMON_TOKENS,
    'in context': IN_CONTEXT,
    'looked at': LOOKED_AT,
    'held out': HELD_OUT,
  };
  const rows: (string | number)[][] = [
    ['recall', ...Object.entries(sets).map(([name, forms]) => `${name} (${forms.length} kinds)`), 'precision'],
  ];
  for (const [way, detectors] of Object.entries(ways)) {
    const recalls: string[] = [];
    let [right, wrong] = [0, (await mustsIn(HARMLESS, detectors)).length];
    for (const forms of Object.values(sets)) {
      const made = madeSecrets(forms);
      const hidden = await Promise.all(made.map((each) => isHidden(each, detectors)));
      recalls.push((hidden.filter(Boolean).length / made.length).toFixed(3));
      for (const { text, secret } of made) {
        const found = await mustsIn([text], detectors);
        const isRight = ({ value }: Finding) => value.includes(secret) || secret.includes(value);
        right += found.filter(isRight).length;
        wrong += found.filter((finding) => !isRight(finding)).length;
      }
    }
    rows.push([way, ...recalls, (right / (right + wrong)).toFixed(3)]);
  }
  printTable(rows);
}

function printHosts(): void {
  const hostsIn = (text: string) => addressDetector({ text }).map(({ start, end }) => text.slice(start, end));
  const rows: (string | number)[][] = [['internal hosts', 'recall', 'precision']];
  const sets = {
    tuned: [INTERNAL_HOSTS, HOST_LOOK_ALIKES],
    'held out': [HELD_OUT_HOSTS, HELD_OUT_LOOK_ALIKES],
  } as const;
  for (const [set, [hosts, lookAlikes]] of Object.entries(sets)) {
    const right = hosts.filter(([text, host]) => hostsIn(text).some((found) => found.includes(host))).length;
    const wrong = lookAlikes.flatMap(hostsIn).length;
    rows.push([set, (right / hosts.length).toFixed(3), (right / (right + wrong)).toFixed(3)]);
  }
  printTable(rows);
}

async function printFalseAlarms(ways: Ways): Promise<void> {
  const rows: (string | number)[][] = [
    ['of ordinary prose', 'texts', 'must decide', 'of them home paths', 'per 1000 texts', 'review', 'per 1000 texts'],
  ];
  const [name = '', detectors = []] = Object.entries(ways).at(-1) ?? [];
  const paragraphs = Object.entries(technicalParagraphs()).map(
    ([set, texts]) => [`${set}, by paragraph`, texts] as const,
  );
  for (const [set, lines] of [...Object.entries(technicalProse()), ...paragraphs]) {
    const found = await findingsIn(lines, detectors);
    const places = (wanted: Finding[]) => wanted.reduce((sum, each) => sum + each.places.length, 0);
    const must = places(found.filter((finding) => finding.class === 'must'));
    const review = places(found.filter((finding) => finding.class === 'review'));
    const homes = places(found.filter(({ kind }) => kind === 'home path'));
    const perThousand = (count: number) => ((count / lines.length) * 1000).toFixed(2);
    rows.push([`${name}: ${set}`, lines.length, must, homes, perThousand(must), review, perThousand(review)]);
  }
  printTable(rows);
}

/** The length of a long draft with all its events. */
const SIZE = 100_000;
const RUNS = 5;

async function printTimes(ways: Ways): Promise<void> {
  const text = technicalProse().seen.join('\n').slice(0, SIZE);
  const rows: (string | number)[][] = [['100 kB of prose', 'ms', 'MB/s', 'ratio to a draft read word by word']];
  const floor = await timed(() => Promise.resolve(text.match(/\S+/g)?.length));
  rows.push(['read word by word', floor.toFixed(2), (SIZE / 1000 / floor).toFixed(1), 1]);
  const timings: Record<string, string[]> = { 'as one text': [text], 'line by line': text.split('\n') };
  for (const [way, detectors] of Object.entries(ways)) {
    for (const [form, texts] of Object.entries(timings)) {
      // Scans are cached, so each run needs its own texts.
      const time = await timed((round) =>
        findingsIn(
          texts.map((line) => `${line} ${round}`),
          detectors,
        ),
      );
      rows.push([`${way}, ${form}`, time.toFixed(1), (SIZE / 1000 / time).toFixed(1), Math.round(time / floor)]);
    }
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

async function isHidden({ text, secret }: MadeSecret, detectors: Detector[]): Promise<boolean> {
  const left = applyEdits(text, editsIn({ text }, await mustsIn([text], detectors)));
  const windows = Array.from({ length: Math.max(1, secret.length - 5) }, (_, i) => secret.slice(i, i + 6));
  return !windows.some((part) => left.replace(/\[redacted: [^\]]*\]/g, ' ').includes(part));
}

async function mustsIn(texts: readonly string[], detectors: Detector[]): Promise<Finding[]> {
  return (await findingsIn(texts, detectors)).filter((finding) => finding.class === 'must');
}

function findingsIn(texts: readonly string[], detectors: Detector[]): Promise<Finding[]> {
  const fragments: Fragment[] = texts.map((text, i) => ({ text, place: `line ${i + 1}`, event: null }));
  return scan(fragments, { detectors, decisions: { salt: '', byHash: {} }, hash: (text) => text });
}
