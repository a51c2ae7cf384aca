import { type Occurrence, occurrenceAddress } from '#src/memory/misses.ts';
import type { Mistake } from '#src/memory/mistakes.ts';
import { plainText } from '../lib/text/blocks.ts';
import { counted, shortDay } from '../lib/text/day.ts';
import { readInline } from '../lib/text/markdown.ts';
import { compare } from '../lib/compare.ts';
import { memoised } from '../lib/memo.ts';
import type { Lifeline, LifelineMiss } from './lifeline.ts';

/** More marks cannot be distinguished; the newest are drawn. */
const MOST = 24;

/** The lifeline of a miss group between two days, or from its first mark to its last. Marks of one kind on one day are merged. */
export function groupLine(group: Mistake, days: { from: string; to: string } | null, most = MOST): Lifeline {
  const { name, flags } = group;
  const all = marksOf(group);
  const drawn = all.slice(-most);
  const [first, last] = [drawn[0]?.date ?? '', drawn.at(-1)?.date ?? ''];
  return {
    name: plainText(readInline(name)),
    ...(days ?? { from: first, to: last }),
    misses: drawn.filter(({ isHit }) => !isHit),
    hits: drawn.filter(({ isHit }) => isHit),
    flags: flags
      .filter(({ at }) => drawn.length === all.length || at.slice(0, 10) >= first)
      .map(({ at, action }) => ({
        date: at.slice(0, 10),
        label: `${shortDay(at)}: ${ACTIONS[action] ?? 'memory written'}`,
      })),
    undrawn: all.slice(0, -most).reduce((sum, { count }) => sum + count, 0),
  };
}

const ACTIONS: Record<string, string> = {
  strengthen: 'memory strengthened',
  'file date': 'memory written (the date of its file)',
};

interface Mark extends LifelineMiss {
  count: number;
  isHit: boolean;
}

/** The marks, oldest first; each links to its first event. Kept, because after an edit most mistakes are as before. */
const marksOf = memoised(({ misses, hits }: Mistake): Mark[] => {
  const marks = new Map<string, { occurrence: Occurrence; what: keyof typeof WORDS; count: number }>();
  const add = (occurrence: Occurrence, what: keyof typeof WORDS) => {
    const key = `${occurrence.event.date} ${what}`;
    const mark = marks.get(key) ?? { occurrence, what, count: 0 };
    mark.count++;
    marks.set(key, mark);
  };
  for (const miss of misses) add(miss, miss.kind === 'despite' ? 'despite' : 'miss');
  for (const hit of hits) add(hit, 'hit');
  return [...marks.values()]
    .map(({ occurrence, what, count }) => ({
      date: occurrence.event.date,
      count,
      href: occurrenceAddress(occurrence),
      label: `${shortDay(occurrence.event.date)}: ${count === 1 ? WORDS[what][0] : counted(count, WORDS[what][0], WORDS[what][1])}`,
      isDespite: what === 'despite',
      isHit: what === 'hit',
    }))
    .sort((a, b) => compare(a.date, b.date));
});

const WORDS = {
  miss: ['miss', 'misses'],
  despite: ['miss despite a memory', 'misses despite a memory'],
  hit: ['hit', 'hits'],
} as const satisfies Record<string, readonly [string, string]>;
