import { counted, shortDay } from '#src/text/day.ts';
import type { MemoryStanding } from '../effect/memory-standing.ts';
import type { MemoryFile } from '../ledger/memory-history.ts';
import { GROUP_STATES } from '../misses/miss-group.ts';
import { type ContextItem, type ContextSection, shortLine } from './context-document.ts';

const NAME = 120;
const DESCRIPTION = 300;
const BRIEF = 90;
const DAY = 86_400_000;

/** A memory as it lies there, and how it fares as far as the archive tells. */
export interface KnownMemory {
  file: MemoryFile;
  standing: MemoryStanding | undefined;
}

/** Memories, in the order given: what comes last is cut first. */
export function memorySection(heading: string, memories: readonly KnownMemory[], now: Date): ContextSection {
  return {
    heading: `## ${heading} (${memories.length})`,
    notes: [],
    items: memories.map((memory, rank) => memoryItem(memory, rank, now)),
    more: (count) => `… and ${counted(count, 'more memory', 'more memories')}: chronicle memory list`,
  };
}

function memoryItem({ file: { file, text }, standing }: KnownMemory, rank: number, now: Date): ContextItem {
  const name = shortLine(file, NAME);
  const type = text.type ?? (text.fault === null ? 'no type' : text.fault);
  const bytes = new TextEncoder().encode(text.raw).length;
  const size = `${bytes.toLocaleString('en-GB')} bytes in ${counted(text.raw.trimEnd().split('\n').length, 'line')}`;
  const facts = [type, age(standing, now), size, ...(standing ? [record(standing)] : [])].join(', ');
  const verdict = standing
    ? [`    ${state(standing)}${standing.effect.verdict}: ${shortLine(standing.effect.because, DESCRIPTION)}`]
    : [];
  const description = text.description === '' ? [] : [`    ${shortLine(text.description, DESCRIPTION)}`];
  return {
    full: [`${name}  ${facts}`, ...verdict, ...description].join('\n'),
    brief: `${name}  ${[type, ...(standing ? [standing.effect.verdict] : [])].join(', ')}  ${shortLine(text.description, BRIEF)}`,
    rank,
  };
}

function age(standing: MemoryStanding | undefined, now: Date): string {
  const born = standing?.history.born;
  if (!born) return 'written at an unknown time';
  const day = `${shortDay(born.at)} ${born.at.slice(0, 4)}`;
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(born.at)) / DAY));
  return `${born.isFileDate ? 'its file dated' : 'written'} ${day} (${counted(days, 'day')})`;
}

function record({ hits, before, since }: MemoryStanding): string {
  return `${counted(hits.length, 'hit')}, ${counted(before.length, 'miss', 'misses')} before and ${since.length} since`;
}

/** The state of the one of its mistakes that needs a hand most. */
function state({ groups }: MemoryStanding): string {
  const states = Object.keys(GROUP_STATES);
  const [worst] = groups.map((group) => group.state).sort((a, b) => states.indexOf(a) - states.indexOf(b));
  return worst === undefined ? '' : `${GROUP_STATES[worst]}, `;
}
