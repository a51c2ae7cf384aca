import { counted } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';

export interface DiskFacts {
  /** The size of the cache (bytes). */
  cache: number;
  /** Temporary files and locks that ended processes left. */
  leftovers: number;
  /** Index entries whose chronicle does not exist. */
  indexLeftovers: number;
  /** The version of this Node, if it has no SQLite; otherwise null. */
  nodeWithoutSearch: string | null;
}

const MEGABYTE = 1024 * 1024;
const LARGE = 500 * MEGABYTE;

/** A cache that is too large, files that can be deleted, and an index that cannot be made. */
export function diskFindings({ cache, leftovers, indexLeftovers, nodeWithoutSearch }: DiskFacts): HealthFinding[] {
  const findings: HealthFinding[] = [];
  if (cache > LARGE) {
    findings.push({
      code: 'large-cache',
      level: 'warning',
      what: `The cache takes ${Math.round(cache / MEGABYTE)} MB.`,
      why: 'The cache only saves time and is rebuilt when needed.',
      advice: 'chronicle doctor --fix, while chronicle dev and build are not running',
      fix: 'cache',
    });
  }
  if (leftovers > 0) {
    findings.push({
      code: 'leftovers',
      level: 'note',
      what: `${counted(leftovers, 'temporary file or lock', 'temporary files and locks')} left by processes that have ended.`,
      why: 'They block nothing, but may contain private text.',
      advice: 'chronicle doctor --fix',
      fix: 'leftovers',
    });
  }
  if (indexLeftovers > 0) {
    findings.push({
      code: 'index-leftovers',
      level: 'note',
      what: `The index lists ${counted(indexLeftovers, 'chronicle')} that ${indexLeftovers === 1 ? 'does' : 'do'} not exist.`,
      why: 'The file was deleted or renamed, and its entry stayed.',
      advice: 'chronicle doctor --fix',
      fix: 'index',
    });
  }
  if (nodeWithoutSearch !== null) {
    findings.push({
      code: 'no-search-index',
      level: 'note',
      what: `Node ${nodeWithoutSearch} has no full-text search, so list, show, search and recall do not work.`,
      why: 'They need SQLite with FTS5, which Node has from 22.16 on. Recording works without it.',
      advice: 'Install Node 22.16 or newer.',
    });
  }
  return findings;
}
