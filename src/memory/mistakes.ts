/**
 * Mistakes: the misses of an archive that belong together, the unit in which memory is measured.
 *
 *     misses.ts         what sessions logged
 *     alike.ts          which misses of a project are one mistake; decisions.ts has what the owner renamed and merged
 *     memory-life.ts    when a memory was written; memory-results.ts compares before and since
 *     here              the mistake, its state, and the verdict on its memory
 */
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Project } from '#src/lib/project.ts';
import { times } from '#src/lib/spelled.ts';
import { counted, dayIn } from '#src/lib/text/day.ts';
import { sha1Of } from '#src/lib/digest.ts';
import type { Session } from '#src/format/session.ts';
import { groupMisses, memoriesByProject, type MissGroup } from './alike.ts';
import { decided, type Decisions, type UnusedName } from './decisions.ts';
import type { MemoryHistory } from './history.ts';
import { cameBackWords, lastWritten, type MemoryFlag, type MemoryLife, memoryLife } from './memory-life.ts';
import { byTime, isLater, type MemoryEvent, memoryEvents, type Occurrence, occurrenceName } from './misses.ts';
import type { MemoryEffect } from './verdict.ts';

/** A mistake. Only attended sessions count. */
export interface Mistake {
  /** `<session_id>#e-…` of its oldest miss. */
  id: string;
  /** Its anchor on the memory page: `c-` and eight hex digits. */
  anchor: string;
  project: Project;
  /** The owner's name for it, else the text of the most telling miss. Untrusted, one line. */
  name: string;
  /** The memory that its misses name or that was written because of them, or null. */
  memory: MemoryHistory | null;
  /** Why these misses are one mistake: `they name feedback_money.md`. Read after "Counted as one mistake because". */
  because: string;
  /** Oldest first, at least one. */
  misses: Miss[];
  /** Events that say its memory prevented a mistake. Oldest first. */
  hits: Occurrence[];
  /** When its memory was written and strengthened, oldest first. */
  flags: MemoryFlag[];
  state: MistakeState;
  /** What the state is based on: `came back 3 times, once since 26 Oct`, `1 hit since 9 Oct`. */
  stateDetail: string;
}

export interface Miss extends Occurrence {
  kind: MissKind;
}

/** `first` of its mistake, `repeat` without a memory, or `despite` one that should have prevented it. */
export type MissKind = 'first' | 'repeat' | 'despite';

/**
 * In the order in which pages list them. Broken: missed after its memory was last written. Memory missing: its events name a
 * memory that is not there. No memory: it has no memory. Too early: not missed since, and too early to say whether the memory
 * helped. Holds: not missed since, and the memory helped.
 */
export const MISTAKE_STATES = ['broken', 'memory missing', 'no memory', 'too early', 'holds'] as const;
export type MistakeState = (typeof MISTAKE_STATES)[number];

/** A mistake as it was found, before its memory is judged. */
export interface FoundMistake extends MissGroup {
  memory: MemoryHistory | null;
  hits: Occurrence[];
}

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  histories: readonly MemoryHistory[];
  decisions: Decisions;
}

/** The mistakes of all attended sessions. `unused` are names in the owner's decisions that match nothing. */
export function findMistakes(given: Given): { found: FoundMistake[]; unused: UnusedName[] } {
  const events = memoryEvents(given.sessions);
  const memoriesOf = memoriesByProject(given.histories);
  const grouped = events.flatMap(({ project, misses }) => groupMisses(misses, memoriesOf(project)));
  const { groups, unused } = decided(grouped, given.decisions);
  const hitsOf = new Map(events.map(({ project, hits }) => [project.slug, hits]));
  const found = groups.map((group): FoundMistake => {
    const project = projectOf(group);
    const memories = memoriesOf(project);
    const counts = new Map<string, number>();
    for (const miss of group.misses) {
      const file = memories.tie(miss);
      if (file !== undefined) counts.set(file, (counts.get(file) ?? 0) + 1);
    }
    // Most of the misses are tied to it; in a tie, the older one.
    const [file] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    if (file === undefined) return { ...group, memory: null, hits: [] };
    const hits = memories.hitsByFile(hitsOf.get(project.slug) ?? []).get(file) ?? [];
    return { ...group, memory: memories.history(file), hits };
  });
  return { found, unused };
}

/**
 * The mistakes with their states, in the order in which pages list them: by state, those without a memory by how often they were
 * made, then the newest last miss first. `effectOf` is what the archive saw of a memory. Dates of this year are shown without it.
 */
export function judgedMistakes(
  found: readonly FoundMistake[],
  effectOf: (memory: MemoryHistory) => MemoryEffect | undefined,
  year: string,
): Mistake[] {
  const placed = found.map((each) => {
    const { misses, because, name, memory, hits } = each;
    const life = memoryLife(memory);
    const id = misses[0] ? occurrenceName(misses[0]) : '';
    const helped = memory !== null && effectOf(memory)?.verdict === 'helped';
    const mistake: Mistake = {
      ...{ id, anchor: groupAnchor(id), project: projectOf(each), name, memory, because, hits, flags: life.flags },
      misses: misses.map((miss, i) => ({ ...miss, kind: kindOf(miss, i, life) })),
      ...stateOf(each, life, helped, year),
    };
    return { mistake, last: misses.at(-1) };
  });
  const newest = (a?: MemoryEvent, b?: MemoryEvent) => (a && b ? byTime(b, a) : 0);
  return placed.sort((a, b) => byUrgency(a.mistake, b.mistake) || newest(a.last, b.last)).map(({ mistake }) => mistake);
}

function projectOf({ misses }: MissGroup): Project {
  const [first] = misses;
  if (!first) throw new Error('A mistake has a miss.');
  return first.session.project;
}

function kindOf(miss: Occurrence, index: number, { spans }: MemoryLife): MissKind {
  const isDespite = spans.some(({ from, until }) => isLater(miss, from) && (until === null || !isLater(miss, until)));
  return isDespite ? 'despite' : index === 0 ? 'first' : 'repeat';
}

function stateOf(
  { misses, hits, memory }: FoundMistake,
  life: MemoryLife,
  hasHelped: boolean,
  year: string,
): Pick<Mistake, 'state' | 'stateDetail'> {
  const span = life.spans.at(-1);
  const made = `made ${times(misses.length)}`;
  if (!memory) return { state: 'no memory', stateDetail: made };
  const [first, written] = [life.spans[0]?.from, lastWritten(life)];
  if (!span || span.until !== null || first === undefined || written === null) {
    const gone = span?.until ? `its memory was deleted ${dayIn(span.until, year)}` : `${made}, no such file`;
    return { state: 'memory missing', stateDetail: gone };
  }
  const since = (at: string, events: readonly Occurrence[]) => events.filter((each) => isLater(each, at)).length;
  const now = since(written.at, misses);
  if (now > 0) return { state: 'broken', stateDetail: cameBackWords(since(first, misses), now, written, year) };
  const applied = since(written.at, hits);
  const quiet = applied === 0 ? 'no miss' : counted(applied, 'hit');
  return { state: hasHelped ? 'holds' : 'too early', stateDetail: `${quiet} since ${dayIn(written.at, year)}` };
}

function isWithoutMemory({ state }: Mistake): boolean {
  return state === 'no memory' || state === 'memory missing';
}

function byUrgency(a: Mistake, b: Mistake): number {
  const byState = MISTAKE_STATES.indexOf(a.state) - MISTAKE_STATES.indexOf(b.state);
  return byState || (isWithoutMemory(a) ? b.misses.length - a.misses.length : 0);
}

/** A mistake made this often without a memory needs one. */
const REPEATED_FROM = 2;

/** The mistakes that are still made: broken, or made again although no memory covers them. The newest miss first; of one day, the later one. */
export const openMistakes = memoised((mistakes: readonly Mistake[]): readonly Mistake[] => {
  const last = ({ misses }: Mistake) => misses.at(-1)?.event.date ?? '';
  return mistakes
    .filter((each) => each.state === 'broken' || (isWithoutMemory(each) && each.misses.length >= REPEATED_FROM))
    .reverse()
    .sort((a, b) => compare(last(b), last(a)));
});

/** `no memory yet`: a state of a mistake or of its memory, as pages name it. */
export function stateWords(state: MistakeState | 'deleted'): string {
  return state === 'no memory' ? 'no memory yet' : state;
}

/** `no-memory`: a state in addresses, ids and styles. */
export function stateSlug(state: MistakeState): string {
  return state.replace(' ', '-');
}

/** The verdict on a mistake's memory: one short sentence, then whole sentences with the figures that it rests on, or none. */
export function mistakeVerdict(
  { state, stateDetail, flags, misses, memory }: Mistake,
  result: { effect: MemoryEffect } | null,
): { says: string; because: string } {
  const { verdict, because = '' } = result?.effect ?? {};
  if (state === 'broken') {
    const helps = verdict === 'helped' ? ', though it helps' : '';
    return { says: `The memory is broken${helps}: its mistake ${stateDetail}.`, because };
  }
  if (state === 'holds') return { says: 'The memory holds.', because };
  if (state === 'too early') return { says: 'It is too early to say whether the memory helps.', because };
  if (memory === null) {
    const again = misses.length > 1 ? 'It was made more than once, so it needs one.' : '';
    return { says: 'No memory covers this mistake yet.', because: again };
  }
  const gone =
    flags.length > 0
      ? `${memory.file} was deleted, so no later session can read it.`
      : `The events name ${memory.file}, but there is no such file, and the history does not know it. So nobody can say which misses happened despite it.`;
  return { says: 'Its memory is missing.', because: gone };
}

/** How many mistakes of each state open to all that happened, as each is up to 16 kB of HTML. */
const OF_STATE = 8;

/** The mistakes that the memory page shows with all that happened, the first of each state, and those that it only lists. */
export function unfoldedMistakes(mistakes: readonly Mistake[]): { front: Mistake[]; rest: Mistake[] } {
  const byState = Map.groupBy(mistakes, ({ state }) => state);
  const front = MISTAKE_STATES.flatMap((state) => byState.get(state)?.slice(0, OF_STATE) ?? []);
  const shown = new Set(front);
  return { front, rest: mistakes.filter((each) => !shown.has(each)) };
}

/** The address of a mistake on the memory page. */
export function mistakeAddress({ anchor }: Mistake): string {
  return `/memory/#${anchor}`;
}

/** The anchor of a mistake on the memory page, derived from its oldest miss. */
export function groupAnchor(group: string): string {
  return `c-${sha1Of(group).slice(0, 8)}`;
}
