import { parseChronicle } from '#src/format/parse.ts';
import { serializeChronicle } from '#src/format/serialize.ts';
import type { Session } from '#src/format/session.ts';
import { NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import { missGroups } from '#src/memory/misses/miss-groups.ts';
import { likestOf, type QuickWords, quickWords } from '#src/memory/misses/quick-words.ts';
import {
  type LabelledMiss,
  labelledMisses,
  placesIn,
  type Quality,
  quality,
  sessionsOf,
  withoutNames,
} from '../unit/memory/misses/labelled-misses.ts';
import { drawMistake } from './mistakes.ts';
import { falling, type Random, seeded, weighted } from './random.ts';
import { median, printTable } from './table.ts';
import { WORDS } from './words.ts';

/** How well misses are grouped, against three simple methods, and how long it takes, against reading the files. */
export async function run(): Promise<void> {
  printQuality();
  console.log('');
  printTimes();
}

function printQuality(): void {
  const rows: (string | number)[][] = [['', 'precision', 'recall', 'pairs put together', 'pairs that belong together']];
  for (const set of ['development', 'development-2', 'sample', 'held-out'] as const) {
    const misses = labelledMisses(set);
    const words = withoutNames(misses);
    const add = (way: string, { precision, recall, found, wanted }: Quality) =>
      rows.push([`${set}: ${way}`, precision.toFixed(2), recall.toFixed(2), found, wanted]);
    add('the same words in the same order', quality(words, normalised));
    add('half of the words in common', quality(words, overlapping(words)));
    add('the words and the likeness of hooks', quality(words, likeInHooks(words)));
    add('missGroups, by text alone', grouped(words));
    add('missGroups, with the memories named', grouped(misses));
  }
  printTable(rows);
}

function grouped(misses: readonly LabelledMiss[]): Quality {
  const { groups } = missGroups({ sessions: sessionsOf(misses), histories: [], clusters: NO_CLUSTERS });
  return quality(misses, placesIn(groups));
}

function wordsOf({ text }: LabelledMiss): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function normalised(miss: LabelledMiss): string {
  return wordsOf(miss).join(' ');
}

/** Groups each miss with the first earlier one that shares at least half of their words (Jaccard). */
function overlapping(misses: readonly LabelledMiss[]): (miss: LabelledMiss) => unknown {
  const places = new Map<LabelledMiss, LabelledMiss>();
  for (const miss of misses) {
    const words = new Set(wordsOf(miss));
    const like = [...places.keys()].find((other) => {
      const others = new Set(wordsOf(other));
      const common = [...words].filter((word) => others.has(word)).length;
      return other.project === miss.project && common / (words.size + others.size - common) >= 0.5;
    });
    places.set(miss, (like && places.get(like)) ?? miss);
  }
  return (miss) => places.get(miss);
}

/** Groups each miss as a hook would: how well the hooks' small engine would do for the archive. */
function likeInHooks(misses: readonly LabelledMiss[]): (miss: LabelledMiss) => unknown {
  const places = new Map<LabelledMiss, QuickWords[]>();
  for (const own of Map.groupBy(misses, ({ project }) => project).values()) {
    const groups: QuickWords[][] = [];
    for (const miss of own) {
      const words = quickWords(miss.text);
      const group = groups[likestOf(groups, words)] ?? groups[groups.push([]) - 1] ?? [];
      group.push(words);
      places.set(miss, group);
    }
  }
  return (miss) => places.get(miss);
}

const RUNS = 5;
const PER_SESSION = 4;
const drawWord = weighted(WORDS, falling(1));
const FEW = WORDS.slice(60, 92);
const drawOfFew = weighted(FEW, () => 1);

function printTimes(): void {
  const rows: (string | number)[][] = [['', 'reading', 'grouping', 'ratio', 'after one more miss']];
  const recurring = (random: Random) => drawMistake(random).wordings[Math.floor(random() * 3)] ?? '';
  const sentence = (draw: (random: Random) => string) => (random: Random) =>
    Array.from({ length: 12 }, () => draw(random)).join(' ');
  for (const [name, count, text] of [
    ['1,000 misses of 600 mistakes', 1000, recurring],
    ['10,000 misses of 600 mistakes', 10_000, recurring],
    ['10,000 misses of chance words', 10_000, sentence(drawWord)],
    ['10,000 misses of 32 words', 10_000, sentence(drawOfFew)],
  ] as const) {
    const files = filesOf(count, text);
    const times = Array.from({ length: RUNS }, () => timesOf(files));
    const [reading, grouping, again] = [0, 1, 2].map((i) => median(times.map((time) => time[i] ?? 0))) as [
      number,
      number,
      number,
    ];
    const ms = (time: number) => `${time.toFixed(1)} ms`;
    rows.push([name, ms(reading), ms(grouping), (grouping / reading).toFixed(2), ms(again)]);
  }
  printTable(rows);
}

function timesOf(files: readonly string[]): [number, number, number] {
  const start = performance.now();
  const chronicles = files.map((file) => parseChronicle(file).chronicle);
  const read = performance.now();
  const project = { slug: 'bench', name: 'bench', directory: '-bench', root: null };
  const sessions = chronicles.flatMap((chronicle, index): Session[] => {
    const id = chronicle?.frontMatter.session_id ?? '';
    const name = `bench-${index}`;
    return chronicle ? [{ id, project, name, path: name, digest: '', chronicle, problems: [], outdated: false }] : [];
  });
  sessions.reverse();
  const [newest, ...rest] = sessions;
  const given = { histories: [], clusters: NO_CLUSTERS };
  const ready = performance.now();
  missGroups({ sessions: rest, ...given });
  const grouped = performance.now();
  missGroups({ sessions: newest ? [newest, ...rest] : rest, ...given });
  return [read - start, grouped - ready, performance.now() - grouped];
}

function filesOf(count: number, textOf: (random: Random) => string): string[] {
  const random = seeded(count);
  return Array.from({ length: count / PER_SESSION }, (_, n) => {
    const date = new Date(Date.UTC(2023, 0, 1 + Math.floor(n / 3))).toISOString().slice(0, 10);
    return serializeChronicle({
      frontMatter: { session_id: `bench-${n}`, date, branch: 'main', task: '', started: `${date}T0${n % 3}:00:00Z` },
      events: Array.from({ length: PER_SESSION }, () => ({
        ...{ id: '', tag: 'MEMORY-MISS' as const, details: '', time: null, date, line: 0 },
        text: textOf(random),
      })),
      summary: { kind: 'none', lead: '', narrative: null },
    });
  });
}
