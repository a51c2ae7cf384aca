import type { MissGroup, Occurrence } from '../memory/misses/miss-group.ts';
import { occurrenceAddress } from '../memory/misses/occurrences.ts';
import { plainText } from '../lib/text/blocks.ts';
import { counted, shortDay } from '../lib/text/day.ts';
import { readInline } from '../lib/text/markdown.ts';
import { dayAfter, daysBetween } from '../lib/calendar-day.ts';
import { compare } from '../lib/compare.ts';
import { memoised } from '../lib/memo.ts';
import type { Drawing } from './drawing.ts';
import { type Lifeline, type LifelineMark, type LifelineMiss, lifeline } from './lifeline.ts';

/** More marks cannot be distinguished; the newest are drawn. */
const MOST = 40;

/** The lifeline of a miss group between two days, or from its first mark to its last. Marks of one kind on one day are merged. */
export function groupLine(group: MissGroup, days: { from: string; to: string } | null, most = MOST): Lifeline {
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

/** The most marks that can be told apart in a row of the ledger. */
const IN_A_ROW = 24;
/** Parts of a row's time, each wide enough on a phone for a ring with a number and a disc. */
const BINS = 20;

/** The line of a group in a ledger. If it has too many marks, those of each part of the time become one: no miss is left out. */
export function ledgerLine(group: MissGroup, days: { from: string; to: string }): Lifeline {
  const [known, key] = [linesOf(group), `${days.from} ${days.to}`];
  const line = known.get(key) ?? newLedgerLine(group, days);
  known.set(key, line);
  return line;
}

const linesOf = memoised((_group: MissGroup) => new Map<string, Lifeline>());

function newLedgerLine(group: MissGroup, days: { from: string; to: string }): Lifeline {
  const line = groupLine(group, days, Number.POSITIVE_INFINITY);
  if (line.misses.length + line.hits.length <= IN_A_ROW) return line;
  const { from, to } = days;
  const size = (daysBetween(from, to) + 1) / BINS;
  const binOf = (date: string) => Math.max(0, Math.min(BINS - 1, Math.floor(daysBetween(from, date) / size)));
  /** Merges the marks of each part at a share of its length. */
  const merged = <Kind extends LifelineMark>(marks: readonly Kind[], share: number) =>
    Array.from(
      Map.groupBy(marks, ({ date }) => binOf(date)),
      ([bin, members]) => ({
        ...(members[0] as Kind),
        date: dayAfter(from, Math.floor((bin + share) * size)),
        count: members.reduce((sum, { count = 1 }) => sum + count, 0),
        isBin: true,
        members,
      }),
    );
  return {
    ...line,
    misses: merged(line.misses, 1 / 3).map(({ members, ...miss }) => ({
      ...miss,
      isDespite: members.some(({ isDespite }) => isDespite),
    })),
    hits: merged(line.hits, 5 / 6).map(({ members, ...hit }) => hit),
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
const marksOf = memoised(({ misses, hits }: MissGroup): Mark[] => {
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

/** The most marks in the column next to a session. */
const MARKS = 20;

/** The lifeline of a group for the column next to its sessions. Drawn once, because a group can have hundreds. */
export const sideLifeline = memoised((group: MissGroup): Drawing => lifeline(groupLine(group, null, MARKS)));
