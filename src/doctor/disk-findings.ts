import { counted } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';

export interface DiskFacts {
  /** What is derived and can be made again (bytes). */
  cache: number;
  /** Temporary files and locks of processes that are gone. */
  leftovers: number;
  /** Entries of the index whose chronicle is gone. */
  indexLeftovers: number;
}

const MEGABYTE = 1024 * 1024;
const LARGE = 500 * MEGABYTE;

/** What lies around and is of no use. */
export function diskFindings({ cache, leftovers, indexLeftovers }: DiskFacts): HealthFinding[] {
  const findings: HealthFinding[] = [];
  if (cache > LARGE) {
    findings.push({
      code: 'large-cache',
      level: 'warning',
      what: `The cache takes ${Math.round(cache / MEGABYTE)} MB.`,
      why: 'It only saves time; what is in it can be made again.',
      mend: 'chronicle doctor --fix, while no chronicle dev or build runs',
      fix: 'cache',
    });
  }
  if (leftovers > 0) {
    findings.push({
      code: 'leftovers',
      level: 'note',
      what: `${counted(leftovers, 'temporary file or lock', 'temporary files and locks')} of processes that are gone.`,
      why: 'They hold nobody up, and may hold private text.',
      mend: 'chronicle doctor --fix',
      fix: 'leftovers',
    });
  }
  if (indexLeftovers > 0) {
    findings.push({
      code: 'index-leftovers',
      level: 'note',
      what: `The index names ${counted(indexLeftovers, 'chronicle')} that ${indexLeftovers === 1 ? 'is' : 'are'} not there.`,
      why: 'Somebody removed or renamed the file; the entry says that there was a session.',
      mend: 'chronicle doctor --fix',
      fix: 'index',
    });
  }
  return findings;
}
