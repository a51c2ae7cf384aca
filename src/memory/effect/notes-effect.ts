/**
 * Whether it helps that the agent keeps a notebook: whether failing commands are repeated less often in sessions that were
 * told of it than in others.
 *
 * A session counts once, from its first command to the first that fails for the fourth time without passing in between, or
 * to its end. So neither a session with many repetitions nor a long one weighs more than it should, and sessions of
 * different lengths can be compared. The notebook itself adds nothing: its commands are not counted, and whether the agent
 * wrote notes does not matter.
 */

import type { Session } from '#src/chronicle/session.ts';
import { counted } from '#src/text/day.ts';
import { grouped } from '#src/value/grouped.ts';
import { isMeasured } from './measured-session.ts';
import { chanceSentence, MOST_CHANCE } from './memory-effect.ts';
import { ratioOf } from './rate-ratio.ts';

export interface NotesEffect {
  /** Sessions with the notebook, and sessions without it. */
  on: RepeatedSessions;
  off: RepeatedSessions;
  /** Sessions in which it was switched on or off. They are not compared. */
  changed: number;
  /** How often failing commands are repeated with the notebook, as a ratio to without, with its 90 % interval. */
  ratio: { estimate: number; low: number; high: number } | null;
  /** The probability that a notebook without effect does as well; null with the ratio. */
  chance: number | null;
  verdict: 'repeated less often' | 'repeated more often' | 'cannot tell' | 'no data yet';
  /** The verdict in whole sentences, with its figures and what limits it. */
  because: string;
}

interface RepeatedSessions {
  sessions: number;
  /** How many of them repeated a failing command. */
  repeated: number;
  /** The commands of all of them, until the first repetition in each. */
  runs: number;
}

/** How many sessions of each kind a comparison needs. */
export const LEAST_COMPARED = 20;

const LIMITS =
  'Sessions without the notebook are mostly older, or in projects where it is off, so the two groups differ in more than the notebook.';

/** Compares the attended sessions that hooks recorded, and in which a command was run, by whether they had the notebook. */
export function notesEffect(sessions: readonly Session[]): NotesEffect {
  const on: RepeatedSessions = { sessions: 0, repeated: 0, runs: 0 };
  const off: RepeatedSessions = { sessions: 0, repeated: 0, runs: 0 };
  let changed = 0;
  for (const session of sessions) {
    const { layers, repeats } = session.facts ?? {};
    if (!layers || !repeats || repeats.runs === 0 || !isMeasured(session)) continue;
    if (layers.notes === 'changed') changed++;
    else {
      const group = layers.notes === 'on' ? on : off;
      group.sessions++;
      group.runs += repeats.until;
      if (repeats.commands > 0) group.repeated++;
    }
  }
  const found = ratioOf({ count: on.repeated, of: on.runs }, { count: off.repeated, of: off.runs });
  const ratio = found && { estimate: found.estimate, low: found.low, high: found.high };
  return { on, off, changed, ratio, chance: found?.chance ?? null, ...verdict(on, off, found) };
}

/** Whether any session had a notebook, so that there is something to say. */
export function hasNotebooks(sessions: readonly Session[]): boolean {
  return sessions.some(
    ({ notebook, facts }) => notebook !== undefined || (facts?.layers !== undefined && facts.layers.notes !== 'off'),
  );
}

/** `Failing commands were repeated 0.22 times as often with the notebook as without it. The 90% interval is 0.05 to 0.70.` */
export function ratioSentence({ estimate, low, high }: NonNullable<NotesEffect['ratio']>): string {
  const often = Number.isFinite(estimate) ? `${decimal(estimate)} times as often` : 'more often';
  const range = Number.isFinite(high) ? `${decimal(low)} to ${decimal(high)}` : `at least ${decimal(low)}`;
  return `Failing commands were repeated ${often} with the notebook as without it. The 90% interval is ${range}.`;
}

function decimal(ratio: number): string {
  return ratio === 0 ? '0' : ratio.toFixed(ratio < 10 ? 2 : 0);
}

type Reasoned = Pick<NotesEffect, 'verdict' | 'because'>;

function verdict(on: RepeatedSessions, off: RepeatedSessions, found: ReturnType<typeof ratioOf>): Reasoned {
  if (Math.min(on.sessions, off.sessions) < LEAST_COMPARED) {
    const having = `${enough(on)} with it and ${enough(off)} without it`;
    return { verdict: 'no data yet', because: `No data yet on whether the notebook helps: ${having}.` };
  }
  if (found === null) {
    const none = `no failing command was repeated in ${counted(on.sessions, 'session')} with it and ${grouped(off.sessions)} without it`;
    return { verdict: 'cannot tell', because: `It is unclear whether the notebook helps: ${none}.` };
  }
  const facts = `a failing command was repeated in ${words(on)} with it and in ${words(off)} without it`;
  if (found.chance <= MOST_CHANCE) {
    const because = `The notebook helps: ${facts}. ${chanceSentence(found.chance)} ${LIMITS}`;
    return { verdict: 'repeated less often', because };
  }
  if (found.low > 1)
    return { verdict: 'repeated more often', because: `The notebook does not help: ${facts}. ${LIMITS}` };
  const because = `It is unclear whether the notebook helps: ${facts}; chance could explain the difference. ${LIMITS}`;
  return { verdict: 'cannot tell', because };
}

/** `12 of 20 sessions`, or `31 sessions` where they suffice. */
function enough({ sessions }: RepeatedSessions): string {
  const number = grouped(sessions);
  return sessions < LEAST_COMPARED ? `${number} of ${LEAST_COMPARED} sessions` : `${number} sessions`;
}

/** `3 of 40 sessions (once in 1,300 commands)`. */
function words({ sessions, repeated, runs }: RepeatedSessions): string {
  const rate =
    repeated === 0
      ? `never in ${counted(runs, 'command')}`
      : `once in ${counted(Math.round(runs / repeated), 'command')}`;
  return `${grouped(repeated)} of ${counted(sessions, 'session')} (${rate})`;
}
