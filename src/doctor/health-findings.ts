import { type ConfigFacts, configFindings } from './config-findings.ts';
import { type DiskFacts, diskFindings } from './disk-findings.ts';
import { type DryFiredInstallation, dryFireFindings } from './dry-fire-findings.ts';
import { type HarvestFacts, harvestFindings } from './harvest-findings.ts';
import { HEALTH_LEVELS, type HealthFinding } from './health-finding.ts';
import {
  type InstallationFact,
  installationFindings,
  type SectionFact,
  sectionFindings,
  type UnfinishedFact,
} from './installation-findings.ts';
import { isUseless, type NodeFact, nodeFindings } from './node-findings.ts';
import { type OutsideMemory, outsideMemoryFindings } from './outside-memory-findings.ts';
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

/** Everything `chronicle doctor` knows about a machine. */
export interface HealthFacts {
  /** The version of this package. */
  version: string;
  installations: readonly InstallationFact[];
  settings: readonly SettingsFact[];
  /** Leftovers of an interrupted install or uninstall. */
  unfinished: UnfinishedFact | null;
  /** Instruction files in which the markers of the contract are broken. */
  sections: readonly SectionFact[];
  dryFired: DryFiredInstallation[];
  nodes: NodeFact[];
  place: PlaceFacts;
  permissions: PermissionFacts;
  captures: readonly CaptureFact[];
  /** When the first session was recorded, UTC; null if none was. */
  since: string | null;
  recording: FailureFacts;
  /** How many sessions never ended and have no running process. */
  unfinishedSessions: number;
  quiet: QuietFacts;
  retention: RetentionFacts;
  harvest: HarvestFacts;
  memories: readonly MemoryLimitFact[];
  outsideMemories: readonly OutsideMemory[];
  disk: DiskFacts;
  config: ConfigFacts;
}

/** What the launcher logs if it finds no Node, or only older ones. */
const NODE_FAILURES = ['CHRONICLE_NO_NODE', 'CHRONICLE_OLD_NODE'];

/** All findings, problems first. */
export function healthFindings(facts: HealthFacts): HealthFinding[] {
  const withoutNode = new Set(facts.nodes.filter(isUseless).map(({ installation }) => installation));
  const isNoted = NODE_FAILURES.includes(facts.recording.failures[0]?.code ?? '');
  const isCopyBlocked = facts.place.blocked.some(({ contains }) => contains === 'copy');
  const found = [
    ...facts.nodes.flatMap(nodeFindings),
    // A file is in the way of a new copy. That is a finding of its own.
    ...installationFindings(facts).filter(({ fix }) => fix !== 'app' || !isCopyBlocked),
    // Hooks without a usable Node or copy fail for a reason that is reported already.
    ...facts.dryFired
      .filter(({ name, kind }) => !withoutNode.has(name) && !isBroken(kind, facts.installations))
      .flatMap(dryFireFindings),
    ...(withoutNode.size > 0 && isNoted ? [] : failureFindings(facts.recording)),
    ...sectionFindings(facts.sections),
    ...permissionFindings(facts.permissions),
    ...placeFindings(facts.place),
    ...captureFindings(facts.captures, facts.since),
    ...retentionFindings(facts.retention),
    ...harvestFindings(facts.harvest),
    ...unfinishedFindings(facts.unfinishedSessions),
    ...quietFindings(facts.quiet),
    ...memoryFindings(facts.memories),
    ...outsideMemoryFindings(facts.outsideMemories),
    ...configFindings(facts.config),
    ...diskFindings(facts.disk),
  ];
  // Two settings files may use the same copy.
  const once = [...new Map(found.toReversed().map((finding) => [`${finding.code} ${finding.what}`, finding])).values()];
  return once.reverse().sort((a, b) => HEALTH_LEVELS.indexOf(a.level) - HEALTH_LEVELS.indexOf(b.level));
}

function isBroken(kind: InstallationFact['kind'], installations: readonly InstallationFact[]): boolean {
  const ofKind = installations.filter((each) => each.kind === kind);
  return ofKind.length > 0 && ofKind.every(({ state }) => state === 'broken');
}
