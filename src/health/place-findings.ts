import type { HealthFinding } from './health-finding.ts';

/** Projects whose real paths have the same name below `projects`. */
export interface SharedDirectory {
  directory: string;
  roots: readonly string[];
}

export interface PlaceFacts {
  /** Claude Code's directory, which this process goes by. */
  config: string;
  /** The usual one, if it holds chronicles although the config is another. */
  otherConfig: string | null;
  shared: readonly SharedDirectory[];
  /** What turns recording off in the directory that is looked at: a path, or an entry of the settings. */
  excludedBy: string | null;
}

/** Why there is no place to write to at all. `refusal` is a sentence. */
export function noPlaceFinding(refusal: string): HealthFinding {
  return {
    code: 'no-config',
    level: 'problem',
    what: refusal,
    why: 'Hooks write nowhere until then.',
    mend: 'Set HOME, or CLAUDE_CONFIG_DIR, to an absolute path.',
  };
}

/** Whether chronicles land where their owner looks for them. */
export function placeFindings({ config, otherConfig, shared, excludedBy }: PlaceFacts): HealthFinding[] {
  const findings: HealthFinding[] = [];
  if (otherConfig !== null) {
    findings.push({
      code: 'two-config-directories',
      level: 'warning',
      what: `CLAUDE_CONFIG_DIR is ${config}, and there are chronicles in ${otherConfig} too.`,
      why: 'Sessions that were started without the variable are recorded there, and pages here do not show them.',
      mend: `Set CLAUDE_CONFIG_DIR everywhere or nowhere; "roots": ["${otherConfig}/projects"] in config.json shows both.`,
    });
  }
  for (const { directory, roots } of shared) {
    findings.push({
      code: 'shared-directory',
      level: 'warning',
      what: `${listed(roots)} share the directory ${directory} of Claude Code.`,
      why: 'Their chronicles are told apart, but Claude Code gives the memories of each to the other.',
      mend: 'Rename the directory of one of them, or live with it.',
    });
  }
  if (excludedBy !== null) {
    findings.push({
      code: 'excluded-here',
      level: 'note',
      what: `Nothing is recorded in this directory: ${excludedBy} says so.`,
      why: 'You asked for it.',
      mend: 'Take it away to record sessions here.',
    });
  }
  return findings;
}

function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
}
