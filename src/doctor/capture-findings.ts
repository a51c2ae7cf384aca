import { localMinute } from '../text/day.ts';
import { compare } from '../value/compare.ts';
import type { HealthFinding } from './health-finding.ts';

/** A project in which somebody works with Claude Code. */
export interface CaptureFact {
  project: string;
  /** When a hook last wrote a chronicle of it; null if none ever did. UTC, ISO. */
  lastCapture: string | null;
  /** The newest session in it that somebody sat in front of and that has no chronicle; null if there is none. UTC, ISO. */
  unrecorded: string | null;
  /** What turns recording off in it. */
  excludedBy: string | null;
}

/** Two sessions may overlap, and a transcript is written after its chronicle (ms). */
const GRACE = 24 * 60 * 60 * 1000;

/** More projects than this are a count. */
const NAMED = 5;

/**
 * Projects in which sessions go by without a record. `since` is when recording began at all, UTC: what was before is for
 * `chronicle backfill`. Null if it never did.
 */
export function captureFindings(facts: readonly CaptureFact[], since: string | null): HealthFinding[] {
  const silent = facts.filter(({ lastCapture, unrecorded, excludedBy }) => {
    const reference = lastCapture ?? since;
    if (excludedBy !== null || unrecorded === null || reference === null) return false;
    return Date.parse(unrecorded) - Date.parse(reference) > GRACE;
  });
  const newest = silent.reverse().sort((a, b) => compare(b.unrecorded ?? '', a.unrecorded ?? ''));
  return newest.slice(0, NAMED).map(({ project, lastCapture, unrecorded }, index) => {
    const more = index === NAMED - 1 && newest.length > NAMED ? ` So it is in ${newest.length - NAMED} more.` : '';
    const last = lastCapture === null ? 'none was ever recorded' : `the last record is of ${localMinute(lastCapture)}`;
    return {
      code: 'not-recorded',
      level: 'warning',
      what: `Sessions in ${project} go unrecorded: one was there on ${localMinute(unrecorded ?? '')}, and ${last}.${more}`,
      why: 'Hooks did not run there: they are installed for another project only, or Claude Code runs with --bare or --safe-mode.',
      mend: 'Run chronicle doctor in that directory; chronicle backfill makes up for what is missing.',
    };
  });
}
