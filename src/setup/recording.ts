/**
 * Whether recording works: when a hook last wrote a chronicle, and what failed since. For `chronicle status`, the site's
 * footer and `chronicle doctor`.
 */

import { isSessionId } from '#src/format/session-id.ts';
import { projectsOf } from '#src/lib/project.ts';
import type { Layout } from '#src/lib/paths.ts';
import { isThere } from '../lib/is-there.ts';
import { projectsIn } from '../format/projects.ts';
import type { Failure } from '../lib/failure-log.ts';
import { ON_DISK } from '../lib/checkout.ts';
import { recentFailures } from '../lib/read-failures.ts';
import { indexedPath } from '../record/index-entry.ts';
import { type Capture, newestCapture } from './scan-chronicles.ts';

/** The texts of failures may contain paths: they are printed as untrusted. */
export interface RecordingState {
  /** The newest chronicle written by hooks or the agent; null if there is none. */
  lastCapture: LastCapture | null;
  /** Of the last 30 days, newest first, at most 50. */
  failures: Failure[];
  /** Whether a session was not recorded since then. */
  isFailing: boolean;
}

export interface LastCapture {
  /** UTC, ISO. */
  at: string;
  path: string;
  /** The name of its project. */
  project: string;
}

/** Reads only names, times, the log, and the beginning of one file per project. */
export function recordingState(layout: Layout, now: Date): RecordingState {
  const captures = projectsIn(layout.projects).flatMap((project) => newestCapture(project) ?? []);
  const last = captures.reduce<Capture | null>(
    (newest, each) => (newest && newest.at >= each.at ? newest : each),
    null,
  );
  const failures = recentFailures(layout, now);
  const unrecorded = failures.find((failure) => leftNoRecord(layout, failure));
  return {
    lastCapture: last && {
      at: new Date(last.at).toISOString(),
      path: last.path,
      project: projectName(last),
    },
    failures,
    isFailing: unrecorded !== undefined && (last === null || Date.parse(unrecorded.at) > last.at),
  };
}

/** The project name of a capture. */
function projectName({ directory, frontMatter }: Capture): string {
  const started = frontMatter.get('started') ?? '';
  return projectsOf([{ directory, cwd: frontMatter.get('cwd'), started }], ON_DISK)[0]?.name ?? directory;
}

/** Whether a start failed and left no file. Minor failures of a start are logged under the same event. */
function leftNoRecord(layout: Layout, { event, session_id }: Failure): boolean {
  if (event !== 'session-start') return false;
  if (session_id === undefined || !isSessionId(session_id)) return true;
  const path = indexedPath(layout, session_id);
  return path === null || !isThere(path);
}
