import { counted, localMinute } from '../text/day.ts';
import { DAY_MS } from '../value/calendar-day.ts';
import type { HealthFinding } from './health-finding.ts';

/** Sessions whose transcripts have not been read. Times are UTC, ISO. */
export interface HarvestFacts {
  /** When each of them was queued, except in the last hour. */
  waiting: readonly string[];
  /** The last failure of each session that could not be read since then. */
  failed: readonly { at: string; code: string; message: string }[];
  /** Facts files that cannot be used; null if all can. */
  unusable: UnusableFacts | null;
  /** In milliseconds. */
  now: number;
}

/** How many facts files cannot be used, and the path and fault of the first. */
export interface UnusableFacts {
  count: number;
  path: string;
  fault: string;
}

const COST = 'Until then their pages show only what the agent logged.';

/** Transcripts that nothing reads, and those that could not be read. */
export function harvestFindings({ waiting, failed, unusable, now }: HarvestFacts): HealthFinding[] {
  return [...waitingFindings(waiting.toSorted(), now), ...failedFindings(failed), ...unusableFindings(unusable)];
}

function unusableFindings(unusable: UnusableFacts | null): HealthFinding[] {
  if (unusable === null) return [];
  const { count, path, fault } = unusable;
  const more = count === 1 ? '' : ` The same is true of ${counted(count - 1, 'more file')}.`;
  return [
    {
      code: 'facts-unusable',
      level: 'warning',
      what: `${path} cannot be used: ${fault}${more}`,
      why: COST,
      advice: 'Run chronicle check, delete the files it names, then run chronicle import transcripts.',
    },
  ];
}

/** Each session's start and end has them read, so after a day something is wrong. */
function waitingFindings(waiting: readonly string[], now: number): HealthFinding[] {
  const [oldest] = waiting;
  if (oldest === undefined) return [];
  const what = `${counted(waiting.length, 'ended session')} ${waiting.length === 1 ? 'waits' : 'wait'} for ${waiting.length === 1 ? 'its transcript' : 'their transcripts'} to be read, since ${localMinute(oldest)}.`;
  return [
    {
      code: 'transcripts-wait',
      level: now - Date.parse(oldest) > DAY_MS ? 'warning' : 'note',
      what,
      why: `The process that reads them after a session was ended, or did not start. ${COST}`,
      advice: 'chronicle doctor --fix',
      fix: 'harvest',
    },
  ];
}

function failedFindings(failed: HarvestFacts['failed']): HealthFinding[] {
  const newest = failed.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  if (newest === undefined) return [];
  const several = failed.length > 1 ? ` The same is true of ${counted(failed.length - 1, 'more session')}.` : '';
  return [
    {
      code: 'transcripts-unread',
      level: 'warning',
      what: `The transcript of a session could not be read on ${localMinute(newest.at)}, ${newest.code}: ${newest.message}${several}`,
      why: COST,
      advice: 'chronicle import transcripts',
    },
  ];
}
