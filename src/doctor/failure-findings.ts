import { localMinute } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';

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
