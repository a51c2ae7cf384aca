import type { HealthFinding } from './health-finding.ts';

/** The Node that runs an installation's hooks. */
export interface NodeFact {
  /** `the settings`, `the plugin`. */
  installation: string;
  kind: 'settings' | 'plugin';
  /** `24.21.0`; null if no Node ran. */
  version: string | null;
  path: string | null;
  /** Whether `node` is on the PATH. */
  isOnPath: boolean;
  /** Whether it is also where programs look that were not started from a terminal. */
  isOnShortPath: boolean;
}

/** Hooks are built for this version and newer. */
const OLDEST = 18;

/** Whether there is no Node, or none that can run them. */
export function isOfNoUse(fact: NodeFact): boolean {
  return isTooOld(fact) || (fact.version === null && !fact.isOnPath);
}

/** Whether hooks find a Node that can run them. */
export function nodeFindings(fact: NodeFact): HealthFinding[] {
  const { installation, kind, version, path, isOnPath, isOnShortPath } = fact;
  if (version === null) {
    if (isOnPath) return [];
    return [
      {
        code: 'node-missing',
        level: 'problem',
        what: `The hooks of ${installation} find no node.`,
        why: 'They are JavaScript, and Claude Code brings no Node that others may use.',
        mend:
          kind === 'plugin' ? 'chronicle init, whose hooks look further than the PATH' : 'Install Node 18 or newer.',
      },
    ];
  }
  if (isTooOld(fact)) {
    return [
      {
        code: 'node-old',
        level: 'problem',
        what: `The hooks of ${installation} run in Node ${version} (${path}).`,
        why: `They need ${OLDEST} or newer.`,
        mend: 'Install a newer Node, or have your version manager choose one.',
      },
    ];
  }
  if (!isOnPath) {
    return [
      {
        code: 'node-not-on-path',
        level: 'note',
        what: `There is no node on the PATH; the hooks of ${installation} found ${path} by themselves.`,
        why: 'It takes them longer to start.',
        mend: 'Put node on the PATH that Claude Code is started with, if you like.',
      },
    ];
  }
  if (isOnShortPath || kind === 'settings') return [];
  return [
    {
      code: 'node-in-terminal-only',
      level: 'note',
      what: 'node is on the PATH of this terminal, but not where programs look that are started from a desktop.',
      why: 'A Claude Code that an editor or a desktop starts may not find it, and the plugin has no other way.',
      mend: 'chronicle init, whose hooks look further than the PATH',
    },
  ];
}

function isTooOld({ version }: NodeFact): boolean {
  return version !== null && Number.parseInt(version, 10) < OLDEST;
}
