/** Which days, times, prompts and commits of a strip have room for their labels. */
import type { SessionStrip } from '../archive/session-strip.ts';
import { fitting, type Layout, LETTER, type Room, stretchAt, type Wish } from './strip-layout.ts';
import { dayOf } from './strip-words.ts';

const DAY = 24 * 60;
/** Free space that the hash of a commit needs. */
const HASH = 64;
/** The space of the name of a pull request. */
export const REQUEST = 56;
/** More prompts are ticks, and only every tenth has its number. */
export const MANY_PROMPTS = 30;

/** A time or day, and which part of the text is at its minute. */
export interface StripLabel {
  minute: number;
  anchor: 'start' | 'middle' | 'end';
}

/** Which labels have room. */
export interface StripLabels {
  /** The first minute of each day. */
  days: StripLabel[];
  times: StripLabel[];
  /** The numbers of prompts. */
  prompts: Set<number>;
  /** The hashes of commits. */
  commits: Set<string>;
}

/** The labels that have room. */
export function labelsIn(shown: SessionStrip, layout: Layout, room: Room): StripLabels {
  return {
    days: daysIn(shown, layout, room),
    times: timesIn(shown, layout, room),
    prompts: promptsIn(shown, layout, room),
    commits: commitsIn(shown, layout),
  };
}

function daysIn(shown: SessionStrip, layout: Layout, room: Room): StripLabel[] {
  const days = daysOf(shown);
  return days.length < 2
    ? []
    : placed(
        days.map((minute) => ({ minute, anchor: 'start' })),
        10,
        layout,
        room,
      );
}

/** The first minute of each day. */
export function daysOf({ stretches }: SessionStrip): number[] {
  const found: number[] = [];
  for (const { from, to } of stretches) {
    if (found.length === 0 || dayOf(found.at(-1) ?? 0) !== dayOf(from)) found.push(from);
    for (let day = Math.floor(from / DAY) + 1; day * DAY <= to; day++) found.push(day * DAY);
  }
  return found;
}

/** The ends of stretches, and full hours or parts of them where there is room. */
function timesIn({ stretches }: SessionStrip, layout: Layout, room: Room): StripLabel[] {
  const least = room.name === 'wide' ? 80 : 64;
  const step = [15, 30, 60, 120, 180, 240, 360, 720].find((each) => each * layout.perMinute >= least) ?? DAY;
  const ends: StripLabel[] = [
    ...stretches.slice(-1).map(({ to }): StripLabel => ({ minute: to, anchor: 'end' })),
    ...stretches.map(({ from }): StripLabel => ({ minute: from, anchor: 'start' })),
  ];
  const ticks = stretches.flatMap(({ from, to }) => {
    const first = Math.ceil((from + 1) / step);
    const count = Math.max(0, Math.ceil(to / step) - first);
    return Array.from(
      { length: Math.min(count, 100) },
      (_, i): StripLabel => ({ minute: (first + i) * step, anchor: 'middle' }),
    );
  });
  return placed([...ends, ...ticks], 5, layout, room, 10);
}

/** The labels that fit next to each other and on the strip. One that would reach beyond its end is moved left. */
function placed(labels: readonly StripLabel[], letters: number, layout: Layout, room: Room, free = 4): StripLabel[] {
  const width = letters * LETTER;
  const wishes = labels.map((label): Wish<StripLabel> => {
    const x = layout.x(label.minute);
    const anchor = x + width > room.width + room.pad ? 'end' : label.anchor;
    const left = x - { start: 0, middle: width / 2, end: width }[anchor];
    return { item: { ...label, anchor }, left, right: left + width };
  });
  return [...fitting(wishes, free)];
}

function promptsIn({ prompts }: SessionStrip, layout: Layout, { name }: Room): Set<number> {
  const isTicks = prompts.length > MANY_PROMPTS;
  const named = isTicks ? prompts.filter(({ number }) => number === 1 || number % 10 === 0) : prompts;
  return fitting(
    named.map(({ number, minute }) => {
      const width = String(number).length * 7 + (isTicks || name === 'narrow' ? 0 : 9);
      return { item: number, left: layout.x(minute) - width / 2, right: layout.x(minute) + width / 2 };
    }),
    isTicks ? 8 : 2,
  );
}

/** The commits with enough space to the right of them. */
function commitsIn({ commits, pullRequests, stretches }: SessionStrip, layout: Layout): Set<string> {
  const places = [...commits, ...pullRequests].map(({ minute }) => layout.x(minute));
  const requests = new Set(pullRequests.map(({ minute }) => layout.x(minute)));
  return new Set(
    commits.flatMap(({ hash, minute }) => {
      const x = layout.x(minute);
      const end = layout.x(stretches[stretchAt(stretches, minute)]?.to ?? minute) + 10;
      const next = Math.min(
        end,
        ...places.filter((other) => other > x).map((other) => other - (requests.has(other) ? REQUEST : 0)),
      );
      return next - x >= HASH ? [hash] : [];
    }),
  );
}
