/** The state of a mistake: whether a memory covers it, and whether it came back since that was written. */
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import { times } from '#src/lib/spelled.ts';
import { counted, dayIn } from '#src/lib/text/day.ts';
import type { MemoryChange, MemoryHistory } from './history.ts';
import type { GroupState, MemoryFlag, Miss, MissGroup, Occurrence } from './occurrences.ts';
import type { MemoryEffect } from './verdict.ts';

/** In the order in which pages list them: what needs attention first. */
export const GROUP_STATES: readonly GroupState[] = ['broken', 'memory missing', 'no memory', 'too early', 'holds'];

/** `no memory yet`: a state of a mistake or of its memory, as pages and commands name it. */
export function stateWords(state: GroupState | 'deleted'): string {
  return state === 'no memory' ? 'no memory yet' : state;
}

/** `no-memory`: a state in addresses, ids and styles. */
export function stateSlug(state: GroupState): string {
  return state.replace(' ', '-');
}

/** A mistake made this often without a memory needs one. */
const REPEATED_FROM = 2;

/** When a memory was written, and when it existed. */
interface MemoryLife {
  flags: MemoryFlag[];
  /** Oldest first; `until` is null while the memory exists. Empty if its birth is not known. */
  spans: { from: string; until: string | null }[];
}

export const NO_LIFE: MemoryLife = { flags: [], spans: [] };

/**
 * Reads a memory's history. Writing and strengthening it raise a flag, unless they were undone; undoing a deletion also
 * raises one, since it brings the memory back.
 */
export function memoryLife({ born, changes }: MemoryHistory): MemoryLife {
  if (!born) return NO_LIFE;
  if (changes.length === 0)
    return { flags: [{ at: born.at, action: 'file date' }], spans: [{ from: born.at, until: null }] };
  const life: MemoryLife = { flags: [], spans: [] };
  let lastAction: MemoryChange | undefined;
  for (const change of changes) {
    const { at, action } = change;
    const current = life.spans.at(-1);
    const exists = current?.until === null;
    const isGone = action === 'delete' || (action === 'undo' && change.after === null);
    if (isGone && current && exists) current.until = at;
    if (!isGone && !exists) life.spans.push({ from: at, until: null });
    if (action === 'new' || action === 'strengthen' || (action === 'undo' && !isGone && !exists)) {
      life.flags.push({ at, action });
    } else if (
      action === 'undo' &&
      lastAction &&
      lastAction.action !== 'delete' &&
      change.after === lastAction.before
    ) {
      life.flags.pop();
    }
    if (action !== 'changed' && action !== 'stale') lastAction = action === 'undo' ? undefined : change;
  }
  return life;
}

/** The misses of a group, oldest first, each with its kind. */
export function missKinds(misses: readonly Occurrence[], { spans }: MemoryLife): Miss[] {
  return misses.map((miss, index) => {
    const isDespite = spans.some(({ from, until }) => isLater(miss, from) && (until === null || !isLater(miss, until)));
    return { ...miss, kind: isDespite ? 'despite' : index === 0 ? 'first' : 'repeat' };
  });
}

/** When a memory got its present meaning, and how. */
export interface LastWritten {
  /** UTC. */
  at: string;
  /** `written`, if nobody strengthened or restored it since. */
  how: 'written' | 'strengthened' | 'restored' | 'written again';
}

/** When a memory was last written or strengthened; a mistake made since then breaks it. Null if its birth is not known. */
export function lastWritten({ flags, spans }: MemoryLife): LastWritten | null {
  const first = spans[0]?.from;
  if (first === undefined) return null;
  const { at, action } = flags.at(-1) ?? { at: spans.at(-1)?.from ?? first, action: 'new' };
  if (action === 'strengthen') return { at, how: 'strengthened' };
  if (at === first) return { at, how: 'written' };
  return { at, how: action === 'undo' ? 'restored' : 'written again' };
}

/** How often the mistake of a memory came back: since the memory was first written, and since it was last written or strengthened. */
interface CameBack {
  all: number;
  now: number;
  written: LastWritten;
  /** Dates of this year are shown without it. */
  year: string;
}

/** `came back 3 times, once since 26 Oct`, `came back twice, not since 9 Oct`; empty if it did not. */
export function cameBackWords({ all, now, written: { at, how }, year }: CameBack): string {
  if (all === 0) return '';
  const back = `came back ${times(all)}`;
  if (how === 'written') return back;
  const day = dayIn(at, year);
  if (now === 0) return `${back}, not since ${day}`;
  return now === all ? `${back} since ${day}` : `${back}, ${times(now)} since ${day}`;
}

interface Given {
  misses: readonly Occurrence[];
  hits: readonly Occurrence[];
  memory: MemoryHistory | null;
  life: MemoryLife;
  /** Dates of this year are shown without it. */
  year: string;
}

/** A group's state without what is known of its memory's effect: a mistake that may hold is `too early` here. */
export function groupState({ misses, hits, memory, life, year }: Given): Pick<MissGroup, 'state' | 'stateDetail'> {
  const span = life.spans.at(-1);
  if (!span || span.until !== null) {
    const made = `made ${times(misses.length)}`;
    if (!memory) return { state: 'no memory', stateDetail: made };
    const gone = span?.until ? `its memory was deleted ${dayIn(span.until, year)}` : `${made}, no such file`;
    return { state: 'memory missing', stateDetail: gone };
  }
  const first = life.spans[0]?.from ?? span.from;
  const written = lastWritten(life) ?? { at: first, how: 'written' };
  const all = misses.filter((miss) => isLater(miss, first)).length;
  const now = misses.filter((miss) => isLater(miss, written.at)).length;
  if (now > 0) return { state: 'broken', stateDetail: cameBackWords({ all, now, written, year }) };
  const applied = hits.filter((hit) => isLater(hit, written.at)).length;
  const quiet = applied === 0 ? 'no miss' : counted(applied, 'hit');
  return { state: 'too early', stateDetail: `${quiet} since ${dayIn(written.at, year)}` };
}

/** Whether a mistake that no memory covers was made more than once. */
function isRepeated({ state, misses }: MissGroup): boolean {
  return isWithoutRule(state) && misses.length >= REPEATED_FROM;
}

function isWithoutRule(state: GroupState): boolean {
  return state === 'no memory' || state === 'memory missing';
}

/** Orders mistakes by state, and those that no memory covers by how often they were made, the most frequent first. */
export function byUrgency(a: MissGroup, b: MissGroup): number {
  const byState = GROUP_STATES.indexOf(a.state) - GROUP_STATES.indexOf(b.state);
  return byState || (isWithoutRule(a.state) ? b.misses.length - a.misses.length : 0);
}

/**
 * Whether an event is strictly later than a time in UTC. Without its own time or its offset from UTC, the days decide, and
 * the same day is not later.
 */
export function isLater({ session, event }: Occurrence, at: string): boolean {
  const { utc_offset: offset } = session.chronicle.frontMatter;
  if (offset !== undefined && event.time !== null) {
    return Date.parse(`${event.date}T${event.time}:00${offset}`) > Date.parse(at);
  }
  return event.date > localDay(at, offset);
}

function localDay(at: string, offset = '+00:00'): string {
  const shift = -Date.parse(`1970-01-01T00:00:00${offset}`);
  return new Date(Date.parse(at) + shift).toISOString().slice(0, 10);
}

/** The mistakes that are still made: broken, or made again although no memory covers them. The newest miss first; of one day, the later group. */
export const openMistakes = memoised((groups: readonly MissGroup[]): readonly MissGroup[] => {
  return groups
    .filter((group) => group.state === 'broken' || isRepeated(group))
    .reverse()
    .sort((a, b) => compare(lastMiss(b), lastMiss(a)));
});

function lastMiss({ misses }: MissGroup): string {
  return misses.at(-1)?.event.date ?? '';
}

/** What a row of the history says of its memory: one short sentence, then the figures that it rests on. */
export interface MistakeVerdict {
  says: string;
  /** Whole sentences; may be empty. */
  because: string;
}

/**
 * The verdict on a mistake's memory in plain words. `result` is what the archive saw of the memory; null if there is none, or if
 * the disk and the history do not know it.
 */
export function mistakeVerdict(
  {
    state,
    stateDetail,
    flags,
    misses,
    memory,
  }: Pick<MissGroup, 'state' | 'stateDetail' | 'flags' | 'misses' | 'memory'>,
  result: { effect: MemoryEffect } | null,
): MistakeVerdict {
  const because = result?.effect.because ?? '';
  if (state === 'broken') {
    const helps = result?.effect.verdict === 'helped';
    const broken = helps ? 'The memory is broken, though it helps' : 'The memory is broken';
    return { says: `${broken}: its mistake ${stateDetail}.`, because };
  }
  if (state === 'holds') return { says: 'The memory holds.', because };
  if (state === 'too early') return { says: 'It is too early to say whether the memory helps.', because };
  const again = misses.length > 1 ? 'It was made more than once, so it needs one.' : '';
  if (memory === null) return { says: 'No memory covers this mistake yet.', because: again };
  const file = memory.file;
  return {
    says: 'Its memory is missing.',
    because:
      flags.length > 0
        ? `${file} was deleted, so no later session can read it.`
        : `The events name ${file}, but there is no such file, and the history does not know it. So nobody can say which misses happened despite it.`,
  };
}

/** A short history is shown whole or nearly so; a long one opens fewer of each state, as each is up to 16 kB of HTML. */
const SHORT = 40;
const OF_STATE = { short: 10, long: 6 };

/** The mistakes that the memory page shows with all that happened, the first of each state, and those that it only lists. */
export function unfoldedMistakes(groups: readonly MissGroup[]): { front: MissGroup[]; rest: MissGroup[] } {
  const most = groups.length > SHORT ? OF_STATE.long : OF_STATE.short;
  const byState = Map.groupBy(groups, ({ state }) => state);
  const front = GROUP_STATES.flatMap((state) => byState.get(state)?.slice(0, most) ?? []);
  const shown = new Set(front);
  return { front, rest: groups.filter((group) => !shown.has(group)) };
}

/** The address of a mistake on the memory page. */
export function mistakeAddress({ anchor }: MissGroup): string {
  return `/memory/#${anchor}`;
}
