import type { HealthFinding } from './health-finding.ts';

export interface ConfigFacts {
  /** Sentences about the owner's own settings, the one about a file that cannot be used first. */
  remarks: readonly string[];
  /** Whether nobody can tell what the owner excluded. */
  isExcludeLost: boolean;
  /** The record of `chronicle init`, if it cannot be understood; else null. */
  brokenRecord: string | null;
}

/** What the owner's own settings say that cannot be taken as they mean it. */
export function configFindings({ remarks, isExcludeLost, brokenRecord }: ConfigFacts): HealthFinding[] {
  return [...remarkFindings(remarks, isExcludeLost), ...(brokenRecord === null ? [] : [recordFinding(brokenRecord)])];
}

function recordFinding(path: string): HealthFinding {
  return {
    code: 'record-broken',
    level: 'warning',
    what: `${path} is not what chronicle init wrote.`,
    why: 'Without it chronicle uninstall goes by recognition: it takes out what is ours, and cannot give files back as they were.',
    mend: `Remove ${path}; chronicle init writes it anew.`,
  };
}

function remarkFindings(remarks: readonly string[], isExcludeLost: boolean): HealthFinding[] {
  return remarks.map((what, index) => {
    const stopsAll = isExcludeLost && index === 0;
    return {
      code: stopsAll ? 'exclude-lost' : 'own-settings',
      level: stopsAll ? 'problem' : 'warning',
      what,
      why: stopsAll
        ? 'Sessions in directories that you excluded would be recorded otherwise.'
        : 'What you set there does not count.',
      mend: 'Edit the file.',
    };
  });
}
