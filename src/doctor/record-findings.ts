import { counted, localMinute } from '../text/day.ts';
import { DAY_MS } from '../value/calendar-day.ts';
import { compare } from '../value/compare.ts';
import type { HealthFinding } from './health-finding.ts';

/** A project in which Claude Code is used. */
export interface CaptureFact {
  project: string;
  /** When a hook last wrote one of its chronicles; null if never. UTC, ISO. */
  lastCapture: string | null;
  /** Its newest attended session without a chronicle; null if there is none. UTC, ISO. */
  unrecorded: string | null;
  /** What turns recording off in it; null for nothing. */
  excludedBy: string | null;
}

/** Two sessions may overlap, and a transcript is written after its chronicle (ms). */
const GRACE = DAY_MS;

/** The most projects to name; the rest are counted. */
const NAMED = 5;

/**
 * Projects whose sessions are not recorded. `since` is when recording began, UTC, or null if it never did; older sessions
 * are a matter of `chronicle import transcripts`.
 */
export function captureFindings(facts: readonly CaptureFact[], since: string | null): HealthFinding[] {
  const silent = facts.filter(({ lastCapture, unrecorded, excludedBy }) => {
    const reference = lastCapture ?? since;
    if (excludedBy !== null || unrecorded === null || reference === null) return false;
    return Date.parse(unrecorded) - Date.parse(reference) > GRACE;
  });
  const newest = silent.reverse().sort((a, b) => compare(b.unrecorded ?? '', a.unrecorded ?? ''));
  return newest.slice(0, NAMED).map(({ project, lastCapture, unrecorded }, index) => {
    const more =
      index === NAMED - 1 && newest.length > NAMED
        ? ` The same is true of ${counted(newest.length - NAMED, 'more project')}.`
        : '';
    const last =
      lastCapture === null ? 'none was ever recorded' : `the last recorded one was on ${localMinute(lastCapture)}`;
    return {
      code: 'not-recorded',
      level: 'warning',
      what: `Sessions in ${project} are not recorded: there was one on ${localMinute(unrecorded ?? '')}, but ${last}.${more}`,
      why: 'Hooks did not run there. Are they installed for another project only, or does Claude Code run with --bare or --safe-mode?',
      advice: 'Run chronicle doctor in that directory. chronicle import transcripts recovers the missing sessions.',
    };
  });
}

/** Sessions that never ended and whose process is gone. */
export function unfinishedFindings(count: number): HealthFinding[] {
  if (count === 0) return [];
  return [
    {
      code: 'unfinished',
      level: 'note',
      what: `${counted(count, 'session')} never ended: killed, crashed or powered off.`,
      why: 'Their chronicles have no summary yet. The next session to start adds it.',
      advice: 'chronicle doctor --fix',
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

/** Recent hook failures. */
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
        what: `Recording fails: ${count.charAt(0).toLowerCase()}${count.slice(1)} in 30 days. Last failure: ${said}`,
        why: 'No session has been recorded since.',
        advice: `Fix what the message describes, then start a session. ${log} has ${failures.length === 1 ? 'the failure' : `all ${failures.length} failures`}.`,
      },
    ];
  }
  if (lastCapture && Date.parse(lastCapture.at) > Date.parse(newest.at)) {
    return [
      {
        code: 'failures',
        level: 'note',
        what: `${count} in 30 days, but later sessions were recorded. Last failure: ${said}`,
        why: 'The chronicles of the affected sessions may be incomplete.',
        advice: 'chronicle doctor --fix, which archives the log',
        fix: 'log',
      },
    ];
  }
  return [
    {
      code: 'failures',
      level: 'warning',
      what: `${count} in 30 days. Last failure: ${said}`,
      why: 'The session has its chronicle, but it may be incomplete.',
      advice: `Fix what the message describes, then delete ${log}.`,
    },
  ];
}

export interface RetentionFacts {
  /** How many sessions `chronicle import transcripts` would fill in. */
  transcripts: number;
  /** When the oldest of them was last written (ms); null if there is none. */
  oldest: number | null;
  /** How many days Claude Code keeps a transcript. */
  days: number;
  now: number;
}

/** With fewer days left, it is a warning. */
const SOON = 3;

/** Sessions that Claude Code will delete before they are in a chronicle. */
export function retentionFindings({ transcripts, oldest, days, now }: RetentionFacts): HealthFinding[] {
  if (transcripts === 0 || oldest === null) return [];
  const left = Math.max(0, Math.ceil((oldest + days * DAY_MS - now) / DAY_MS));
  const when = left === 0 ? 'at its next start' : `in ${counted(left, 'day')}`;
  return [
    {
      code: 'transcripts-go',
      level: left <= SOON ? 'warning' : 'note',
      what: `${counted(transcripts, 'session')} ${transcripts === 1 ? 'has' : 'have'} a transcript but no chronicle. Claude Code deletes the oldest ${when}.`,
      why: `It keeps transcripts for ${counted(days, 'day')} ("cleanupPeriodDays" in its settings).`,
      advice: 'chronicle import transcripts',
    },
  ];
}

/** What the audit says about the limits of a project's MEMORY.md. */
export interface MemoryLimitFact {
  project: string;
  isPast: boolean;
  /** A sentence. */
  message: string;
}

/** Rules that Claude Code does not load, or soon will not. */
export function memoryFindings(facts: readonly MemoryLimitFact[]): HealthFinding[] {
  return facts.map(({ project, isPast, message }) => ({
    code: isPast ? 'memory-past-limits' : 'memory-near-limits',
    level: isPast ? 'warning' : 'note',
    what: `In ${project}: ${message}`,
    why: 'A rule that Claude Code does not load cannot prevent a mistake.',
    advice: 'chronicle memory audit',
  }));
}
