/**
 * The phases of a session, from what the agent did in each minute: reading, building (edits), trying (commands and tests),
 * and waiting for something, without a tool for ten minutes.
 */
import type { Facts } from '#src/transcript/facts.ts';

export type PhaseKind = 'reading' | 'building' | 'trying' | 'waiting';

/** A part of a session's work, in minutes. */
export interface Phase {
  kind: PhaseKind;
  from: number;
  to: number;
}

/** Without a tool for this long, the agent waits (minutes). */
const WAITING = 10;
/** A shorter phase joins its neighbour (minutes). */
const SHORTEST = 4;

/**
 * The phases within one stretch of time.
 *
 * @param work the minutes with work, in order, counted from `begin`
 */
export function workPhases(work: Facts['work'], begin: number, stretch: { from: number; to: number }): Phase[] {
  const minutes = work
    .map((each) => ({ at: begin + each.minute, kind: kindOf(each) }))
    .filter(({ at }) => at >= stretch.from && at <= stretch.to);
  const phases: Phase[] = [];
  const add = (kind: PhaseKind, from: number, to: number) => {
    const last = phases.at(-1);
    if (to <= from) return;
    if (last?.kind === kind) last.to = to;
    else phases.push({ kind, from, to });
  };
  let from = stretch.from;
  for (const [i, { at, kind }] of minutes.entries()) {
    if (i === 0 && at - from >= WAITING) add('waiting', from, at);
    const start = i === 0 && phases.length === 0 ? from : at;
    const next = minutes[i + 1]?.at ?? stretch.to;
    from = next - at >= WAITING ? Math.min(at + 1, next) : next;
    add(kind, start, from);
    if (from < next) add('waiting', from, next);
  }
  return joined(phases);
}

function kindOf({ edits, commands, tests }: Facts['work'][number]): PhaseKind {
  if (edits > 0) return 'building';
  return commands + tests > 0 ? 'trying' : 'reading';
}

/** Joins phases that are too short to the longer of their neighbours, the shortest first. None joins waiting: it was work. */
function joined(phases: Phase[]): Phase[] {
  for (let at = shortest(phases); at !== null; at = shortest(phases)) {
    const phase = phases[at];
    const into = phases[neighbourOf(phases, at)];
    if (phase && into) phase.kind = into.kind;
    merge(phases, at);
    merge(phases, at - 1);
  }
  return phases;
}

/** The place of the shortest phase that is too short and has a neighbour to join, the first of several; null without one. */
function shortest(phases: readonly Phase[]): number | null {
  let found: number | null = null;
  let least = SHORTEST;
  for (let at = 0; at < phases.length; at++) {
    const length = workIn(phases[at]);
    if (length < 0 || length >= least || workIn(phases[neighbourOf(phases, at)]) < 0) continue;
    [found, least] = [at, length];
  }
  return found;
}

/** The place of the longer neighbour of a phase; of equal ones, the earlier. */
function neighbourOf(phases: readonly Phase[], at: number): number {
  return workIn(phases[at - 1]) >= workIn(phases[at + 1]) ? at - 1 : at + 1;
}

/** How long a phase of work is; negative for waiting, and where there is none. */
function workIn(phase: Phase | undefined): number {
  return phase && phase.kind !== 'waiting' ? phase.to - phase.from : -1;
}

/** Makes one phase of that at a place and the next, if they are of one kind. */
function merge(phases: Phase[], at: number): void {
  const [phase, next] = [phases[at], phases[at + 1]];
  if (!phase || phase.kind !== next?.kind) return;
  phase.to = next.to;
  phases.splice(at + 1, 1);
}
