/**
 * The mini-map beside a long log: a line for each prompt, or each few, with the tags of what happened under it. A log
 * without prompts has a line for every few events.
 */
import type { ChronicleEvent } from '../format/chronicle.ts';
import { shortDay } from '../lib/text/day.ts';
import type { EventItem, Turn } from './prompt-spine.ts';

export interface MiniMap {
  /** What its lines are. */
  of: 'prompts' | 'events';
  lines: MiniMapLine[];
}

export interface MiniMapLine {
  anchor: string;
  /** The number of the first prompt, or the time of the first event; empty without a time. */
  label: string;
  /** Who reads it aloud: `Prompts 6 to 10`. */
  name: string;
  /** The first ones. */
  events: ChronicleEvent[];
  /** The day, if it begins here: `3 Sep`. */
  day: string | null;
}

/** Logs with fewer of both need no map. */
const FEWEST_PROMPTS = 6;
const FEWEST_EVENTS = 60;
/** With more prompts, a line is several of them. */
const MOST_LINES = 40;
const STEPS = [5, 10, 25, 50, 100];
const EVENT_LINES = 24;
const MARKS = 3;
/** Beside times, which are longer than numbers. */
const EVENT_MARKS = 2;

/** The mini-map of a log; null for a short one. */
export function miniMap(turns: readonly Turn[]): MiniMap | null {
  const prompts = turns.flatMap(({ prompt }) => prompt ?? []).length;
  const events = turns.flatMap(eventsOf);
  if (prompts < FEWEST_PROMPTS && events.length < FEWEST_EVENTS) return null;
  return prompts < FEWEST_PROMPTS
    ? { of: 'events', lines: eventLines(events) }
    : { of: 'prompts', lines: promptLines(turns, prompts) };
}

function promptLines(turns: readonly Turn[], prompts: number): MiniMapLine[] {
  const step =
    prompts <= MOST_LINES ? 1 : (STEPS.find((each) => prompts / each <= MOST_LINES) ?? Math.ceil(prompts / MOST_LINES));
  const lines: MiniMapLine[] = [];
  let day: string | null = null;
  for (const turn of turns) {
    const { prompt, newDay } = turn;
    day = newDay ?? day;
    const last = lines.at(-1);
    if (prompt && (prompt.number - 1) % step === 0) {
      const { number, anchor } = prompt;
      const end = Math.min(prompts, number + step - 1);
      const name = end === number ? `Prompt ${number}` : `Prompts ${number} to ${end}`;
      lines.push({ anchor, label: String(number), name, events: firstOf(eventsOf(turn)), day: day && shortDay(day) });
      day = null;
    } else if (last) last.events = firstOf(eventsOf(turn), last.events);
  }
  return lines;
}

function eventLines(events: readonly EventItem[]): MiniMapLine[] {
  const step = Math.ceil(events.length / EVENT_LINES);
  let before = events[0]?.event.date;
  return Array.from({ length: Math.ceil(events.length / step) }, (_, i) => {
    const own = events.slice(i * step, (i + 1) * step);
    const { id = '', time = null, date } = own[0]?.event ?? {};
    const day = date !== undefined && date !== before ? shortDay(date) : null;
    before = own.at(-1)?.event.date ?? before;
    const name = `Events ${i * step + 1} to ${i * step + own.length}`;
    return { anchor: id, label: time ?? '', name, events: own.slice(0, EVENT_MARKS).map(({ event }) => event), day };
  });
}

function eventsOf({ items }: Turn): EventItem[] {
  return items.flatMap((item) => (item.kind === 'event' ? [item] : []));
}

function firstOf(items: readonly EventItem[], before: readonly ChronicleEvent[] = []): ChronicleEvent[] {
  return [...before, ...items.map(({ event }) => event)].slice(0, MARKS);
}
