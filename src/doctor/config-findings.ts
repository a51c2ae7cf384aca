import type { HealthFinding } from './health-finding.ts';

export interface ConfigFacts {
  /** Sentences about `config.json`; if the file cannot be used, that comes first. */
  remarks: readonly string[];
  /** Whether `exclude` cannot be read. */
  isExcludeLost: boolean;
  /** The path of `install.json` if it cannot be parsed; else null. */
  brokenRecord: string | null;
}

/** Faults in `config.json` and `install.json`. */
export function configFindings({ remarks, isExcludeLost, brokenRecord }: ConfigFacts): HealthFinding[] {
  return [...remarkFindings(remarks, isExcludeLost), ...(brokenRecord === null ? [] : [recordFinding(brokenRecord)])];
}

function recordFinding(path: string): HealthFinding {
  return {
    code: 'record-broken',
    level: 'warning',
    what: `${path} is damaged: it is not what chronicle init wrote.`,
    why: 'Without it chronicle uninstall still removes its own entries, but cannot restore files byte for byte.',
    advice: `Delete ${path}, then run chronicle init.`,
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
        ? 'Nothing is recorded until it can be read, so that excluded directories stay excluded.'
        : 'That setting has no effect.',
      advice: 'Edit the file.',
    };
  });
}
