import type { HealthFacts } from '../../health/health-findings.ts';
import type { Layout } from '../../project/paths.ts';
import { type ReadConfig, readConfig } from '../config.ts';
import { configRemarks } from '../config-remarks.ts';
import { forgottenSessions } from '../forgotten.ts';
import { checkoutOf } from '../git/checkout.ts';
import { type Installation, installationsOf } from '../install/installations.ts';
import { readRecord } from '../install/record-file.ts';
import { packageVersion } from '../package-root.ts';
import { exclusionOfSession } from '../session/excluded.ts';
import { orphans } from '../session/live.ts';
import { projectDirectoryOf } from '../session/where.ts';
import type { World } from '../world.ts';
import { readClaudeSettings } from './claude-settings.ts';
import { indexLeftovers, leftovers, sizeOf } from './disk-facts.ts';
import { type Fired, fireInstallations } from './fire-installations.ts';
import { memoryLimits } from './memory-limits.ts';
import { namesIn } from './names-in.ts';
import { onePerPlace } from './one-per-place.ts';
import { otherConfig } from './other-config.ts';
import { permissionFacts } from './permission-facts.ts';
import { firstCapture, type ProjectFact, projectFacts, sharedDirectories } from './project-facts.ts';
import { recentSessions } from './recent-sessions.ts';
import { type RecordingState, recordingState } from './recording.ts';
import { scanChronicles } from './scan-chronicles.ts';
import { listTranscripts } from './transcripts.ts';

/** All that `chronicle doctor` found out. */
export interface Examination {
  facts: HealthFacts & { installations: readonly Installation[] };
  recording: RecordingState;
  /** Claude Code's name for the directory of the project that was looked at. */
  project: string;
  projects: readonly ProjectFact[];
  /** What lies on the disk (bytes). */
  sizes: { chronicles: number; cache: number; site: number };
}

/**
 * Looks at everything that recording depends on, for the project of a directory, and runs the hooks in a sandbox, unless
 * `fired` has what an earlier run found. Changes nothing.
 */
export async function examine(world: World, layout: Layout, directory: string, fired?: Fired): Promise<Examination> {
  const checkout = checkoutOf(directory);
  const own = readConfig(layout);
  const settings = readClaudeSettings(layout, checkout.top);
  const installations = onePerPlace(installationsOf(world, layout, checkout.top));
  const now = world.now();
  const recording = recordingState(layout, now);
  const archive = examineArchive(layout, (place) => exclusionAt(place, own, world));
  const { chronicles, unread, projects } = archive;
  const sizes = { chronicles: archive.bytes, cache: sizeOf(layout.cache), site: sizeOf(layout.site) };
  const running = new Set(namesIn(layout.live));
  const facts = {
    version: packageVersion(),
    installations,
    settings: settings.files,
    ...(await (fired
      ? { dryFired: fired.dryFired, nodes: fired.nodes }
      : fireInstallations(installations, layout, settings, world.env))),
    place: {
      config: layout.config,
      otherConfig: otherConfig(world, layout),
      shared: sharedDirectories(chronicles),
      excludedBy: exclusionAt(directory, own, world),
    },
    permissions: permissionFacts(layout),
    captures: projects,
    since: firstCapture(chronicles),
    recording: { ...recording, log: layout.failureLog },
    sessions: {
      unfinished: orphans(layout, world.host).length,
      ...recentSessions(chronicles, (sessionId) => running.has(sessionId)),
    },
    retention: {
      transcripts: unread.length,
      oldest: unread.reduce<number | null>((oldest, { at }) => Math.min(oldest ?? at, at), null),
      days: settings.cleanupDays,
      now: now.getTime(),
    },
    memories: memoryLimits(layout, (name) => projects.find((each) => each.directory === name)?.project ?? name),
    disk: {
      cache: sizes.cache,
      leftovers: leftovers(layout).count,
      indexLeftovers: indexLeftovers(layout).length,
    },
    config: {
      remarks: configRemarks(layout, own, world.home),
      isExcludeLost: own.isExcludeLost,
      brokenRecord: brokenRecord(layout),
    },
  };
  return { facts, recording, project: projectDirectoryOf(checkout), projects, sizes };
}

function examineArchive(layout: Layout, excludedBy: (directory: string) => string | null) {
  const chronicles = scanChronicles(layout);
  const recorded = new Set(chronicles.map(({ sessionId }) => sessionId));
  const forgotten = forgottenSessions(layout);
  const unread = listTranscripts(layout).filter(
    ({ sessionId }) => !recorded.has(sessionId) && !forgotten.has(sessionId),
  );
  return {
    chronicles,
    unread,
    projects: projectFacts(chronicles, unread, excludedBy),
    bytes: chronicles.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The path of the record of `chronicle init`, if it cannot be understood. */
function brokenRecord(layout: Layout): string | null {
  try {
    readRecord(layout);
    return null;
  } catch {
    return layout.install;
  }
}

/** Null also while nobody can tell, which is a finding of its own. */
function exclusionAt(directory: string, own: ReadConfig, world: World): string | null {
  return own.isExcludeLost ? null : exclusionOfSession(checkoutOf(directory), own, world);
}
