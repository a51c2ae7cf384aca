/**
 * Whether sessions use the observations that the briefing at their start showed them. An observation counts as used if the
 * agent named its id in a `chronicle` command. An agent may act on a line without naming it, so these are the fewest uses that
 * there were.
 */

import type { Session } from '#src/chronicle/session.ts';
import type { Project } from '#src/lib/project.ts';
import { counted } from '#src/text/day.ts';
import { compare } from '#src/value/compare.ts';
import { grouped } from '#src/value/grouped.ts';
import { type BriefedRecord, briefedRecords, briefedSessions } from './briefed-records.ts';
import { wilson } from './nudge-comparison.ts';

export interface BriefingEffect {
  /** How many sessions were shown observations, and how many of them used one. */
  sessions: number;
  using: number;
  /** How many observations they were shown and used; each counts once a session. */
  shown: number;
  used: number;
  /** Those that still exist, most used first. */
  records: BriefedRecord[];
  /** A few of them: the ones used most, and those shown often but never used. */
  most: BriefedRecord[];
  never: BriefedRecord[];
  /** The projects of these sessions, by name. */
  projects: Project[];
  /** A whole sentence with the figures. */
  because: string;
}

/** With fewer sessions, a half cannot be told from a fifth. */
export const LEAST_BRIEFED = 10;
/** An observation without use is named after so many sessions. */
export const OFTEN = 5;
/** How many of each are listed. */
const LISTED = 5;

/**
 * How sessions used the observations that briefings showed them, for those of `own`; null if none was shown any. `all` are
 * all sessions; both are newest first.
 */
export function briefingEffect(own: readonly Session[], all: readonly Session[] = own): BriefingEffect | null {
  const briefed = briefedSessions(own);
  if (briefed.length === 0) return null;
  const records = briefedRecords(briefed, all);
  const figures = {
    sessions: briefed.length,
    using: briefed.filter(({ used }) => used.size > 0).length,
    shown: briefed.reduce((sum, { shown }) => sum + shown.size, 0),
    used: briefed.reduce((sum, { used }) => sum + used.size, 0),
  };
  const never = records.filter(({ shown, used, isSuperseded }) => used === 0 && shown >= OFTEN && !isSuperseded);
  return {
    ...figures,
    records,
    most: records.filter(({ used }) => used > 0).slice(0, LISTED),
    never: never.slice(0, LISTED),
    projects: [...new Map(briefed.map(({ session: { project } }) => [project.slug, project])).values()].sort((a, b) =>
      compare(a.name, b.name),
    ),
    because: sentence(figures),
  };
}

type Figures = Pick<BriefingEffect, 'sessions' | 'using' | 'shown' | 'used'>;

function sentence({ sessions, using, shown, used }: Figures): string {
  const facts = `in ${share(using, sessions, 'session')} (${share(used, shown, 'observation')} shown, each counted once a session)`;
  if (sessions < LEAST_BRIEFED)
    return `Too early to tell whether the briefing is used: so far ${facts}. A verdict needs ${LEAST_BRIEFED} sessions.`;
  const { low, high } = wilson({ count: using, of: sessions });
  return `The briefing was used ${facts}. The 90% interval is ${percent(low)} to ${percent(high)} of sessions.`;
}

/** `none of 3 sessions`, `0 of 1 sessions` */
function share(count: number, total: number, noun: string): string {
  if (total === 1) return `${count} of 1 ${noun}s`;
  return `${count === 0 ? 'none' : grouped(count)} of ${counted(total, noun)}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
