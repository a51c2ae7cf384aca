/**
 * Synthetic archives with planted rates. A mistake is made at a given rate, a memory is written after a number of
 * misses, and from the next session on the rate changes by a given ratio, so that it is known what an estimate
 * should find.
 */

import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import type { MemoryResult } from '#src/memory/memory-results.ts';
import type { MemoryChange } from '#src/memory/history.ts';
import { NO_DECISIONS } from '#src/memory/decisions.ts';
import { memoryRecordOf } from '#src/memory/memory.ts';
import { dayAfter } from '#src/lib/calendar-day.ts';

/** One mistake and its memory. */
export interface Planted {
  /** The session of each miss, from 0, in order; a session can have several. */
  misses: readonly number[];
  /** The session at the end of which its memory was written. */
  born: number;
}

const PROJECT = { slug: 'synthetic', name: 'synthetic', directory: '-synthetic', root: null };
const FIRST_DAY = '2020-01-01';

/** The results of planted memories in an archive with this many sessions, in the given order. */
export function plantedStandings(sessions: number, planted: readonly Planted[]): MemoryResult[] {
  const given = plantedArchive(sessions, planted);
  const record = memoryRecordOf({ ...given, decisions: NO_DECISIONS });
  const byFile = new Map(record.results.map((result) => [result.history.file, result]));
  return planted.flatMap((_, index) => byFile.get(fileOf(index)) ?? []);
}

/** Sessions, one per day, newest first, and the history of the memories written in them. */
function plantedArchive(
  length: number,
  planted: readonly Planted[],
): { sessions: Session[]; memory: { changes: MemoryChange[]; files: [] } } {
  const sessions = Array.from({ length }, (_, index) => emptySession(index));
  const changes = planted.map((memory, index) => plant(sessions, memory, index));
  return { sessions: sessions.reverse(), memory: { changes, files: [] } };
}

/** The history ties misses before the memory to it; later ones name it, as in most real archives. */
function plant(sessions: readonly Session[], { misses, born }: Planted, index: number): MemoryChange {
  const file = fileOf(index);
  const evidence: string[] = [];
  for (const [nth, place] of misses.entries()) {
    const session = sessions[place];
    if (!session) throw new Error(`The archive has no session ${place}.`);
    const id = `e-${index}-${nth}`;
    const text = place > born ? `${file} ${id}` : id;
    session.chronicle.events.push(miss(session, id, text));
    if (place <= born) evidence.push(`${session.id}#${id}`);
  }
  return {
    ...{ project: PROJECT, id: `l-${index}`, at: `${dayOf(born)}T17:00:00Z`, source: 'retro', action: 'new', file },
    ...{ session_id: `s-${born}`, events: evidence, before: null, after: '00' },
  };
}

function miss({ chronicle }: Session, id: string, text: string): ChronicleEvent {
  const { date } = chronicle.frontMatter;
  return { id, tag: 'MEMORY-MISS', text, details: '', time: '12:00', date, line: chronicle.events.length + 1 };
}

function emptySession(index: number): Session {
  const date = dayOf(index);
  const id = `s-${index}`;
  const frontMatter = {
    session_id: id,
    date,
    branch: 'main',
    task: '',
    started: `${date}T10:00:00Z`,
    utc_offset: '+00:00',
  };
  const summary = { kind: 'agent' as const, lead: 'Synthetic.', narrative: null };
  const chronicle = { frontMatter, events: [], strays: [], summary };
  return {
    id,
    project: PROJECT,
    name: `${date}-main`,
    path: `/${id}.md`,
    digest: '',
    chronicle,
    problems: [],
    outdated: false,
  };
}

function dayOf(index: number): string {
  return dayAfter(FIRST_DAY, index);
}

function fileOf(index: number): string {
  return `feedback_m${index}.md`;
}
