import { counted, localMinute } from '../text/day.ts';
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

/** Sessions that never ended; `count` of them have no running process. */
export function unfinishedFindings(count: number): HealthFinding[] {
  if (count === 0) return [];
  return [
    {
      code: 'unfinished',
      level: 'note',
      what: `${counted(count, 'session')} never ended: killed, crashed or powered off.`,
      why: 'Their chronicles have no summary; the next session that starts finishes them.',
      mend: 'chronicle doctor --fix',
      fix: 'unfinished',
    },
  ];
}

export interface FailureFacts {
  /** Newest first. */
  failures: readonly { at: string; event: string; code: string; message: string }[];
  /** Whether a session was left without a record since the last capture. */
  isFailing: boolean;
  /** The newest chronicle that hooks wrote; null if there is none. */
  lastCapture: { at: string } | null;
  /** The log's path. */
  log: string;
}

/** What hooks could not do lately. */
export function failureFindings({ failures, isFailing, lastCapture, log }: FailureFacts): HealthFinding[] {
  const [newest] = failures;
  if (!newest) return [];
  const count = failures.length === 1 ? 'A hook failed once' : `Hooks failed ${failures.length} times`;
  const said = `${newest.event} on ${localMinute(newest.at)}, ${newest.code}: ${newest.message}`;
  if (isFailing) {
    return [
      {
        code: 'recording-fails',
        level: 'problem',
        what: `Recording fails: ${count.charAt(0).toLowerCase()}${count.slice(1)} in 30 days. The newest: ${said}`,
        why: 'No session has been recorded since.',
        mend: `Do what the sentence says, and start a session. ${log} has ${failures.length === 1 ? 'the failure' : `all ${failures.length} failures`}.`,
      },
    ];
  }
  if (lastCapture && Date.parse(lastCapture.at) > Date.parse(newest.at)) {
    return [
      {
        code: 'failures',
        level: 'note',
        what: `${count} in 30 days, and sessions have been recorded since the last time. The newest: ${said}`,
        why: 'Something of those sessions may be missing.',
        mend: 'chronicle doctor --fix, which sets the log aside',
        fix: 'log',
      },
    ];
  }
  return [
    {
      code: 'failures',
      level: 'warning',
      what: `${count} in 30 days. The newest: ${said}`,
      why: 'A session has its record, but something of it may be missing.',
      mend: `Do what the sentence says; delete ${log} once it is settled.`,
    },
  ];
}

export interface RetentionFacts {
  /** Transcripts of sessions that have no chronicle and that `chronicle backfill` would fill in. */
  transcripts: number;
  /** When the oldest of them was last written (ms); null if there is none. */
  oldest: number | null;
  /** For how many days Claude Code keeps a transcript. */
  days: number;
  now: number;
}

const DAY = 86_400_000;
/** From here on it is said as a warning. */
const SOON = 3;

/** What Claude Code is going to delete that is in no chronicle yet. */
export function retentionFindings({ transcripts, oldest, days, now }: RetentionFacts): HealthFinding[] {
  if (transcripts === 0 || oldest === null) return [];
  const left = Math.max(0, Math.ceil((oldest + days * DAY - now) / DAY));
  const when = left === 0 ? 'The oldest goes at the next start' : `The oldest goes in ${counted(left, 'day')}`;
  return [
    {
      code: 'transcripts-go',
      level: left <= SOON ? 'warning' : 'note',
      what: `${counted(transcripts, 'transcript')} of Claude Code ${transcripts === 1 ? 'has' : 'have'} no chronicle yet. ${when}.`,
      why: `Claude Code deletes transcripts after ${counted(days, 'day')} ("cleanupPeriodDays" in its settings).`,
      mend: 'chronicle backfill',
    },
  ];
}

/** What the audit of a project's MEMORY.md says of its limits. */
export interface MemoryLimitFact {
  project: string;
  isPast: boolean;
  /** A sentence. */
  message: string;
}

/** Memories that Claude Code does not load, or soon will not. */
export function memoryFindings(facts: readonly MemoryLimitFact[]): HealthFinding[] {
  return facts.map(({ project, isPast, message }) => ({
    code: isPast ? 'memory-past-limits' : 'memory-near-limits',
    level: isPast ? 'warning' : 'note',
    what: `In ${project}: ${message}`,
    why: 'What Claude Code does not load cannot prevent a mistake.',
    mend: 'chronicle memory audit',
  }));
}
