import { counted, localMinute } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';

export interface FailureFacts {
  /** Newest first. */
  failures: readonly { at: string; event: string; code: string; message: string }[];
  /** Whether a session was left without a record since the last capture. */
  isFailing: boolean;
  /** The log's path. */
  log: string;
}

/** What hooks could not do lately. */
export function failureFindings({ failures, isFailing, log }: FailureFacts): HealthFinding[] {
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
        mend: `Do what the sentence says, and start a session. ${log} has all ${counted(failures.length, 'failure')}.`,
      },
    ];
  }
  return [
    {
      code: 'failures',
      level: 'warning',
      what: `${count} in 30 days. The newest: ${said}`,
      why: 'Sessions have been recorded since, but something of theirs may be missing.',
      mend: `Do what the sentence says; delete ${log} once it is settled.`,
    },
  ];
}
