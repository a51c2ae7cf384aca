/**
 * The phases of a session, from what the agent did in each minute: reading, building (edits), trying (commands and tests),
 * and waiting for something, without a tool for ten minutes.
 */
import type { Facts } from '../facts/facts.ts';

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
  let rest = phases;
  for (;;) {
    const lengths = rest.map(({ kind, from, to }) => (kind === 'waiting' ? -1 : to - from));
    const short = rest.flatMap((_, at) => {
      const length = lengths[at] ?? -1;
      const into = (lengths[at - 1] ?? -1) >= (lengths[at + 1] ?? -1) ? at - 1 : at + 1;
      return length >= 0 && length < SHORTEST && (lengths[into] ?? -1) >= 0 ? [{ at, into, length }] : [];
    });
    const [first] = short.sort((a, b) => a.length - b.length);
    if (!first) return rest;
    const kind = rest[first.into]?.kind ?? 'reading';
    rest = merged(rest.map((phase, i) => (i === first.at ? { ...phase, kind } : phase)));
  }
}

function merged(phases: readonly Phase[]): Phase[] {
  const found: Phase[] = [];
  for (const phase of phases) {
    const last = found.at(-1);
    if (last?.kind === phase.kind) last.to = phase.to;
    else found.push({ ...phase });
  }
  return found;
}
