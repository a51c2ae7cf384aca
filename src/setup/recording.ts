/**
 * Whether recording works: when a hook last wrote a chronicle, and what failed since. For `chronicle status`, the site's
 * footer and `chronicle doctor`.
 */
import { lstatSync } from 'node:fs';
import { type FrontMatterValues, frontMatterOf } from '#src/format/front-matter-line.ts';
import { chronicleNames, chroniclesIn, type ProjectPlace, projectsIn } from '#src/format/projects.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { ON_DISK } from '#src/lib/checkout.ts';
import { type Failure, recentFailures } from '#src/lib/failure-log.ts';
import { isThere } from '#src/lib/is-there.ts';
import type { Paths } from '#src/lib/paths.ts';
import { projectsOf } from '#src/lib/project.ts';
import { indexedPath } from '#src/record/find.ts';

/** The texts of failures may contain paths: they are printed as untrusted. */
export interface RecordingState {
  /** The newest chronicle written by hooks or the agent, and the name of its project; null if there is none. `at` is UTC, ISO. */
  lastCapture: { at: string; path: string; project: string } | null;
  /** Of the last 30 days, newest first, at most 50. */
  failures: Failure[];
  /** Whether a session was not recorded since then. */
  isFailing: boolean;
}

/** Reads only names, times, the log, and the beginning of one file per project. */
export function recordingState(paths: Paths, now: Date): RecordingState {
  const captures = projectsIn(paths.projects).flatMap((project) => newestCapture(paths, project) ?? []);
  const last = captures.reduce<Capture | null>(
    (newest, each) => (newest && newest.at >= each.at ? newest : each),
    null,
  );
  const failures = recentFailures(paths, now);
  const unrecorded = failures.find((failure) => leftNoRecord(paths, failure));
  return {
    lastCapture: last && { at: new Date(last.at).toISOString(), path: last.path, project: projectName(last) },
    failures,
    isFailing: unrecorded !== undefined && (last === null || Date.parse(unrecorded.at) > last.at),
  };
}

/** A chronicle written by hooks. */
interface Capture {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  /** When the file was last written (ms); of one that was copied here, when its session began. */
  at: number;
  frontMatter: FrontMatterValues;
}

/** How many files are compared at a time: the file of a resumed session is not the last by name. */
const LOOKED_AT = 10;

/** The chronicle of a project that hooks or the agent wrote last; null if there is none. Takes the newest by name. */
function newestCapture(paths: Paths, { directory, chronicle: folder }: ProjectPlace): Capture | null {
  const names = chronicleNames(folder);
  for (let end = names.length; end > 0; end -= LOOKED_AT) {
    const group = names.slice(Math.max(0, end - LOOKED_AT), end).flatMap((name) => {
      const path = `${folder}/${name}`;
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats?.isFile() ? [{ path, at: stats.mtimeMs }] : [];
    });
    for (const { path, at } of group.reverse().sort((a, b) => b.at - a.at)) {
      const frontMatter = frontMatterOf(path);
      if (!frontMatter || isFilledIn(frontMatter)) continue;
      const isFromHere = indexedPath(paths, frontMatter.get('session_id') ?? '') !== null;
      const began = Date.parse(frontMatter.get('started') ?? '');
      return { path, directory, at: isFromHere || Number.isNaN(began) ? at : Math.min(at, began), frontMatter };
    }
  }
  return null;
}

function projectName({ directory, frontMatter }: Capture): string {
  const started = frontMatter.get('started') ?? '';
  return projectsOf([{ directory, cwd: frontMatter.get('cwd'), started }], ON_DISK)[0]?.name ?? directory;
}

/** Whether a start failed and left no file. Minor failures of a start are logged under the same event. */
function leftNoRecord(paths: Paths, { event, session_id }: Failure): boolean {
  if (event !== 'session-start') return false;
  if (session_id === undefined || !isSessionId(session_id)) return true;
  const path = indexedPath(paths, session_id);
  return path === null || !isThere(path);
}

/** The front matter of a chronicle. Its texts are untrusted. */
export interface ScannedChronicle {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  sessionId: string;
  cwd: string | undefined;
  /** UTC; empty if missing. */
  started: string;
  /** Whether hooks wrote it, not an import. */
  isCaptured: boolean;
}

/** All chronicles of this machine, by the beginning of each file. Files without front matter are skipped. */
export function scanChronicles(paths: Paths): ScannedChronicle[] {
  return Array.from(chroniclesIn(paths.projects), ({ path, directory, frontMatter }) => ({
    path,
    directory,
    sessionId: frontMatter.get('session_id') ?? '',
    cwd: frontMatter.get('cwd'),
    started: frontMatter.get('started') ?? '',
    isCaptured: !isFilledIn(frontMatter),
  }));
}

/** Whether a chronicle was made after its session, from other sources. */
function isFilledIn(frontMatter: FrontMatterValues): boolean {
  return frontMatter.get('source') === 'backfill' || frontMatter.get('source') === 'import';
}
