import type { HealthFinding } from '#src/doctor/health-finding.ts';
import { type HealthFacts, healthFindings } from '#src/doctor/health-findings.ts';

/** A machine on which nothing is wrong. */
export const GOOD: HealthFacts = {
  version: '1.2.0',
  installations: [{ kind: 'settings', path: '/c/settings.json', version: '1.2.0', state: 'current', faults: [] }],
  settings: [{ path: '/c/settings.json', fault: null, disablesHooks: false, disabledPlugins: [] }],
  unfinished: null,
  sections: [],
  dryFired: [
    {
      name: 'the settings',
      kind: 'settings',
      budget: 10_000,
      runs: [
        { event: 'SessionStart', ms: 40, fault: null },
        { event: 'SessionEnd', ms: 40, fault: null },
      ],
    },
  ],
  nodes: [
    {
      installation: 'the settings',
      kind: 'settings',
      version: '24.1.0',
      path: '/usr/bin/node',
      isOnPath: true,
      isOnShortPath: true,
    },
  ],
  place: {
    config: '/c',
    otherConfig: null,
    shared: [],
    movedCheckouts: [],
    blocked: [],
    movedMemory: null,
    excludedBy: null,
  },
  permissions: { open: [], foreign: [], unwritable: [], leadingOut: [], free: 10 ** 10 },
  captures: [{ project: 'blog', lastCapture: '2026-11-20T10:00:00Z', unrecorded: null, excludedBy: null }],
  since: '2026-10-01T10:00:00Z',
  recording: { failures: [], isFailing: false, lastCapture: null, log: '/c/session-chronicle/log.jsonl' },
  unfinishedSessions: 0,
  quiet: { recent: 20, quiet: 2, untold: 0, contract: '/c/CLAUDE.md', failed: [] },
  retention: { transcripts: 0, oldest: null, days: 30, now: Date.parse('2026-11-20T12:00:00Z') },
  harvest: { waiting: [], failed: [], unusable: null, now: Date.parse('2026-11-20T12:00:00Z') },
  memories: [],
  outsideMemories: [],
  disk: { cache: 0, leftovers: 0, indexLeftovers: 0, nodeWithoutSearch: null },
  config: { remarks: [], isExcludeLost: false, brokenRecord: null },
};

/** What is found on that machine with some facts changed. */
export function findingsWith(changes: Partial<HealthFacts>): HealthFinding[] {
  return healthFindings({ ...GOOD, ...changes });
}

/** `level code` of each. */
export function codes(findings: readonly HealthFinding[]): string[] {
  return findings.map(({ level, code }) => `${level} ${code}`);
}
