import type { HealthFacts } from '#src/doctor/health-findings.ts';
import { movedCheckouts } from '#src/doctor/place-findings.ts';
import { hasFullTextSearch } from '#src/index/sqlite.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import type { Layer } from '#src/project/layers.ts';
import { type Layout, memoryPlace } from '#src/project/paths.ts';
import { checkoutRules } from '../checkout-rules.ts';
import { type ReadConfig, readConfig } from '../config.ts';
import { namesIn } from '../disk/names-in.ts';
import { checkoutOf } from '../git/checkout.ts';
import { installationsOf } from '../install/installations.ts';
import { packageVersion } from '../package-root.ts';
import { exclusionOfSession } from '../session/exclusion.ts';
import { layersOf } from '../session/layers.ts';
import { orphans } from '../session/live.ts';
import { projectDirectoryOf } from '../session/where.ts';
import type { World } from '../world.ts';
import { onePerPlace, readClaudeSettings } from './claude-settings.ts';
import { configFacts, otherConfig } from './config-facts.ts';
import { indexLeftovers, leftovers, sizeOf } from './disk-facts.ts';
import { type Fired, fireInstallations, type OnInterrupt } from './dry-fire.ts';
import { harvestFacts, isOfHarvest } from './harvest-facts.ts';
import { type FoundInstallation, sectionFacts, unfinishedFact, withWaiting } from './install-facts.ts';
import { movedMemory } from './moved-memory.ts';
import { blockedIn } from './obstacle.ts';
import { outsideMemories } from './outside-memories.ts';
import { permissionFacts } from './permission-facts.ts';
import {
  checkoutFacts,
  firstCapture,
  memoryLimits,
  type ProjectFact,
  projectFacts,
  sharedDirectories,
} from './project-facts.ts';
import { quietSessions } from './quiet-sessions.ts';
import { type RecordingState, recordingState } from './recording.ts';
import { scanChronicles } from './scan-chronicles.ts';
import { unrecordedSessions } from './unrecorded-sessions.ts';

/** What `chronicle doctor` found. */
export interface Examination {
  facts: HealthFacts & { installations: readonly FoundInstallation[] };
  recording: RecordingState;
  /** Claude Code's directory name of the examined project. */
  project: string;
  projects: readonly ProjectFact[];
  /** The layers that are on in the examined project. */
  layers: readonly Layer[];
  /** Disk usage (bytes). */
  sizes: { chronicles: number; cache: number; site: number };
}

/**
 * Checks everything that recording depends on, for the project of a directory, and runs the hooks in a sandbox unless
 * `fired` has the results of an earlier run. Changes nothing.
 */
export async function examine(
  world: World,
  layout: Layout,
  directory: string,
  onInterrupt: OnInterrupt,
  fired?: Fired,
): Promise<Examination> {
  const checkout = checkoutOf(directory);
  const own = readConfig(layout);
  const settings = readClaudeSettings(layout, checkout.top, world.home);
  const installations = withWaiting(layout, onePerPlace(installationsOf(world, layout, checkout.top)));
  const project = projectDirectoryOf(checkout, world.env);
  const now = world.now();
  const recording = recordingState(layout, now);
  const rules = checkoutRules(own.config, world.home);
  const archive = await examineArchive(
    world,
    layout,
    own,
    rules,
    remembered((place) => exclusionAt(place, own, world)),
  );
  const { chronicles, transcripts, oldest, projects } = archive;
  const sizes = { chronicles: archive.bytes, cache: sizeOf(layout.cache), site: sizeOf(layout.site) };
  const { dryFired, nodes } =
    fired ??
    (await fireInstallations(
      installations.filter(({ isWaiting }) => !isWaiting),
      layout,
      settings,
      world.env,
      onInterrupt,
    ));
  const nameOf = (name: string) => projects.find((each) => each.directory === name)?.project ?? name;
  const running = new Set(namesIn(layout.live));
  const facts = {
    version: packageVersion(),
    installations,
    settings: settings.files,
    unfinished: unfinishedFact(layout, checkout.top),
    sections: sectionFacts(layout, checkout.top),
    dryFired,
    nodes,
    place: {
      config: layout.config,
      otherConfig: otherConfig(world, layout),
      shared: sharedDirectories(chronicles, rules),
      movedCheckouts: movedCheckouts(checkoutFacts(projects, chronicles, rules, checkout.mainTop)),
      blocked: blockedIn(layout),
      movedMemory: movedMemory(memoryPlace(layout, project), settings),
      excludedBy: exclusionAt(directory, own, world),
    },
    permissions: permissionFacts(layout),
    captures: projects,
    since: firstCapture(chronicles),
    recording: {
      ...recording,
      failures: recording.failures.filter((failure) => !isOfHarvest(failure)),
      log: layout.failureLog,
    },
    unfinishedSessions: orphans(layout, world.host).length,
    quiet: quietSessions(layout, chronicles, (sessionId) => running.has(sessionId)),
    retention: { transcripts, oldest, days: settings.cleanupDays, now: now.getTime() },
    harvest: harvestFacts(layout, recording.failures, now),
    memories: memoryLimits(layout, nameOf),
    outsideMemories: outsideMemories(layout, chronicles, nameOf, now),
    disk: {
      cache: sizes.cache,
      leftovers: leftovers(layout).count,
      indexLeftovers: indexLeftovers(layout).length,
      nodeWithoutSearch: hasFullTextSearch() ? null : process.versions.node,
    },
    config: configFacts(layout, own, world.home),
  };
  const layers = layersOf(checkout, own.config, world.home);
  return { facts, recording, project, projects, layers, sizes };
}

async function examineArchive(
  world: World,
  layout: Layout,
  { config }: ReadConfig,
  rules: CheckoutRules,
  excludedBy: (directory: string) => string | null,
) {
  const chronicles = scanChronicles(layout);
  const recorded = new Set(chronicles.map(({ sessionId }) => sessionId));
  const unrecorded = await unrecordedSessions(world, layout, config, recorded);
  const wanted = unrecorded.filter(({ cwd }) => cwd === null || excludedBy(cwd) === null);
  return {
    chronicles,
    transcripts: wanted.length,
    oldest: wanted.reduce<number | null>((oldest, { at }) => Math.min(oldest ?? at, at), null),
    projects: projectFacts(chronicles, unrecorded, rules, excludedBy),
    bytes: chronicles.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Null also if `exclude` cannot be read, which is a finding of its own. */
function exclusionAt(directory: string, own: ReadConfig, world: World): string | null {
  return own.isExcludeLost ? null : exclusionOfSession(checkoutOf(directory), own, world);
}

/** Remembers the answer for each directory: an archive has many sessions in few directories. */
function remembered(excludedBy: (directory: string) => string | null): (directory: string) => string | null {
  const known = new Map<string, string | null>();
  return (directory) => {
    const answer = known.has(directory) ? known.get(directory) : excludedBy(directory);
    known.set(directory, answer ?? null);
    return answer ?? null;
  };
}
