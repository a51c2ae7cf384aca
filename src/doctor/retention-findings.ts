import { counted } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';

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
