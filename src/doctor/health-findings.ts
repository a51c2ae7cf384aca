import { type ConfigFacts, configFindings } from './config-findings.ts';
import { type DiskFacts, diskFindings } from './disk-findings.ts';
import { type DryFiredInstallation, dryFireFindings } from './dry-fire-findings.ts';
import { HEALTH_LEVELS, type HealthFinding } from './health-finding.ts';
import {
  type InstallationFact,
  installationFindings,
  type SectionFact,
  sectionFindings,
  type UnfinishedFact,
} from './installation-findings.ts';
import { isOfNoUse, type NodeFact, nodeFindings } from './node-findings.ts';
import { type PermissionFacts, permissionFindings } from './permission-findings.ts';
import { type PlaceFacts, placeFindings } from './place-findings.ts';
import { type QuietFacts, quietFindings } from './quiet-finding.ts';
import {
  type CaptureFact,
  captureFindings,
  type FailureFacts,
  failureFindings,
  type MemoryLimitFact,
  memoryFindings,
  type RetentionFacts,
  retentionFindings,
  unfinishedFindings,
} from './record-findings.ts';
import type { SettingsFact } from './settings-findings.ts';

/** All that `chronicle doctor` knows of a machine. */
export interface HealthFacts {
  /** The version of the package that looks. */
  version: string;
  installations: readonly InstallationFact[];
  settings: readonly SettingsFact[];
  /** What an uninstall that was cut off left. */
  unfinished: UnfinishedFact | null;
  /** Instruction files whose markers of our section are not as they should be. */
  sections: readonly SectionFact[];
  dryFired: DryFiredInstallation[];
  nodes: NodeFact[];
  place: PlaceFacts;
  permissions: PermissionFacts;
  captures: readonly CaptureFact[];
  /** When recording began, UTC; null if it never did. */
  since: string | null;
  recording: FailureFacts;
  /** How many sessions never ended and have no running process. */
  unfinishedSessions: number;
  quiet: QuietFacts;
  retention: RetentionFacts;
  memories: readonly MemoryLimitFact[];
  disk: DiskFacts;
  config: ConfigFacts;
}

/** What the launcher notes where it finds no Node, or none that is new enough. */
const NODE_FAILURES = ['CHRONICLE_NO_NODE', 'CHRONICLE_OLD_NODE'];

/** Everything that is wrong, problems first. */
export function healthFindings(facts: HealthFacts): HealthFinding[] {
  const withoutNode = new Set(facts.nodes.filter(isOfNoUse).map(({ installation }) => installation));
  const isNoted = NODE_FAILURES.includes(facts.recording.failures[0]?.code ?? '');
  const isCopyBlocked = facts.place.blocked.some(({ holds }) => holds === 'copy');
  const found = [
    ...facts.nodes.flatMap(nodeFindings),
    // No new copy can be made where something is in its way, which is said below.
    ...installationFindings(facts).filter(({ fix }) => fix !== 'app' || !isCopyBlocked),
    // What it does to a hook that there is no Node, or one that is too old, or no sound copy, is said already.
    ...facts.dryFired
      .filter(({ name, kind }) => !withoutNode.has(name) && !isBroken(kind, facts.installations))
      .flatMap(dryFireFindings),
    ...(withoutNode.size > 0 && isNoted ? [] : failureFindings(facts.recording)),
    ...sectionFindings(facts.sections),
    ...permissionFindings(facts.permissions),
    ...placeFindings(facts.place),
    ...captureFindings(facts.captures, facts.since),
    ...retentionFindings(facts.retention),
    ...unfinishedFindings(facts.unfinishedSessions),
    ...quietFindings(facts.quiet),
    ...memoryFindings(facts.memories),
    ...configFindings(facts.config),
    ...diskFindings(facts.disk),
  ];
  // Two settings files may name one copy.
  const once = [...new Map(found.toReversed().map((finding) => [`${finding.code} ${finding.what}`, finding])).values()];
  return once.reverse().sort((a, b) => HEALTH_LEVELS.indexOf(a.level) - HEALTH_LEVELS.indexOf(b.level));
}

function isBroken(kind: InstallationFact['kind'], installations: readonly InstallationFact[]): boolean {
  const ofKind = installations.filter((each) => each.kind === kind);
  return ofKind.length > 0 && ofKind.every(({ state }) => state === 'broken');
}
