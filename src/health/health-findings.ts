import { type CaptureFact, captureFindings } from './capture-findings.ts';
import { type ConfigFacts, configFindings } from './config-findings.ts';
import { type DiskFacts, diskFindings } from './disk-findings.ts';
import { type DryFiredInstallation, dryFireFindings } from './dry-fire-findings.ts';
import { type FailureFacts, failureFindings } from './failure-findings.ts';
import { HEALTH_LEVELS, type HealthFinding } from './health-finding.ts';
import { type InstallationFact, installationFindings, type SettingsFact } from './installation-findings.ts';
import { type MemoryLimitFact, memoryFindings } from './memory-findings.ts';
import { isTooOld, type NodeFact, nodeFindings } from './node-findings.ts';
import { type PermissionFacts, permissionFindings } from './permission-findings.ts';
import { type PlaceFacts, placeFindings } from './place-findings.ts';
import { type RetentionFacts, retentionFindings } from './retention-findings.ts';
import { type SessionFacts, sessionFindings } from './session-findings.ts';

/** All that `chronicle doctor` knows of a machine. */
export interface HealthFacts {
  /** The version of the package that looks. */
  version: string;
  installations: readonly InstallationFact[];
  settings: readonly SettingsFact[];
  dryFired: DryFiredInstallation[];
  nodes: NodeFact[];
  place: PlaceFacts;
  permissions: PermissionFacts;
  captures: readonly CaptureFact[];
  /** When recording began, UTC; null if it never did. */
  since: string | null;
  recording: FailureFacts;
  sessions: SessionFacts;
  retention: RetentionFacts;
  memories: readonly MemoryLimitFact[];
  disk: DiskFacts;
  config: ConfigFacts;
}

/** What the launcher notes where it finds no other Node. */
const OLD_NODE = 'CHRONICLE_OLD_NODE';

/** Everything that is wrong, problems first. */
export function healthFindings(facts: HealthFacts): HealthFinding[] {
  const old = new Set(facts.nodes.filter(isTooOld).map(({ installation }) => installation));
  const found = [
    ...facts.nodes.flatMap(nodeFindings),
    ...installationFindings(facts),
    // What a Node that is too old does to a hook is said by its version.
    ...facts.dryFired.filter(({ name }) => !old.has(name)).flatMap(dryFireFindings),
    ...(old.size > 0 && facts.recording.failures[0]?.code === OLD_NODE ? [] : failureFindings(facts.recording)),
    ...permissionFindings(facts.permissions),
    ...placeFindings(facts.place),
    ...captureFindings(facts.captures, facts.since),
    ...retentionFindings(facts.retention),
    ...sessionFindings(facts.sessions),
    ...memoryFindings(facts.memories),
    ...configFindings(facts.config),
    ...diskFindings(facts.disk),
  ];
  return found.sort((a, b) => HEALTH_LEVELS.indexOf(a.level) - HEALTH_LEVELS.indexOf(b.level));
}
