import type { HealthFinding } from './health-finding.ts';

/** The Node that runs the hooks of an installation. */
export interface NodeFact {
  /** `the settings`, `the plugin`. */
  installation: string;
  kind: 'settings' | 'plugin';
  /** `24.21.0`; null if no Node ran. */
  version: string | null;
  path: string | null;
  /** Whether `node` is on the PATH. */
  isOnPath: boolean;
  /** Whether it is also on the PATH of programs that a desktop starts. */
  isOnShortPath: boolean;
}

/** The oldest major version that runs the hooks. */
const OLDEST = 18;

/** Whether there is no Node, or only one that is too old. */
export function isUseless(fact: NodeFact): boolean {
  return isTooOld(fact) || (fact.version === null && !fact.isOnPath);
}

/** Hooks that find no usable Node. */
export function nodeFindings(fact: NodeFact): HealthFinding[] {
  const { installation, kind, version, path, isOnPath, isOnShortPath } = fact;
  if (version === null) {
    if (isOnPath) return [];
    return [
      {
        code: 'node-missing',
        level: 'problem',
        what: `The hooks in ${installation} cannot find Node.`,
        why: 'They are JavaScript programs, and Claude Code does not include a Node they can use.',
        advice:
          kind === 'plugin'
            ? 'chronicle init, which installs hooks that also look outside the PATH'
            : `Install Node ${OLDEST} or newer.`,
      },
    ];
  }
  if (isTooOld(fact)) {
    return [
      {
        code: 'node-old',
        level: 'problem',
        what: `The hooks in ${installation} run on Node ${version} (${path}), which is too old.`,
        why: `They need Node ${OLDEST} or newer.`,
        advice: 'Install a newer Node, or select one in your version manager.',
      },
    ];
  }
  if (!isOnPath) {
    return [
      {
        code: 'node-not-on-path',
        level: 'note',
        what: `Node is not on the PATH. The hooks in ${installation} found it at ${path}.`,
        why: 'Searching for it makes them slower to start.',
        advice: 'Optional: add Node to the PATH that Claude Code starts with.',
      },
    ];
  }
  if (isOnShortPath || kind === 'settings') return [];
  return [
    {
      code: 'node-in-terminal-only',
      level: 'note',
      what: 'Node is on the PATH of this terminal, but not on the PATH of programs started from a desktop.',
      why: 'If an editor starts Claude Code, the hooks of the plugin may not find Node.',
      advice: 'chronicle init, which installs hooks that also look outside the PATH',
    },
  ];
}

function isTooOld({ version }: NodeFact): boolean {
  return version !== null && Number.parseInt(version, 10) < OLDEST;
}
