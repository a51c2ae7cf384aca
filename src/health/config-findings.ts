import type { HealthFinding } from './health-finding.ts';

export interface ConfigFacts {
  /** Sentences about the owner's own settings, the one about a file that cannot be used first. */
  remarks: readonly string[];
  /** Whether nobody can tell what the owner excluded. */
  isExcludeLost: boolean;
}

/** What the owner's own settings say that cannot be taken as they mean it. */
export function configFindings({ remarks, isExcludeLost }: ConfigFacts): HealthFinding[] {
  return remarks.map((what, index) => {
    const stopsAll = isExcludeLost && index === 0;
    return {
      code: stopsAll ? 'exclude-lost' : 'own-settings',
      level: stopsAll ? 'problem' : 'warning',
      what,
      why: stopsAll
        ? 'Nobody can tell what "exclude" says, so nothing is recorded anywhere until then.'
        : 'What you set there does not count.',
      mend: 'Edit the file.',
    };
  });
}
