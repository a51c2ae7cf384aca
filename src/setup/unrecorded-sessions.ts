import type { Paths } from '#src/lib/paths.ts';
import { hasPrompt, readTranscripts } from '#src/import/survey.ts';
import type { Config } from '../lib/config.ts';
import { forgottenSessions } from '../lib/forgotten.ts';
import { planSessions } from '#src/import/plan-sessions.ts';
import { transcriptFiles } from '../transcript/transcript-files.ts';
import type { Env } from '../lib/env.ts';

/** A session with a transcript and no chronicle. */
export interface UnrecordedSession {
  /** The directory of the transcript; a worktree has its own. */
  folder: string;
  /** When the transcript was last written (ms). */
  at: number;
  /** Where the session ran; null if its transcript does not say. */
  cwd: string | null;
  isAttended: boolean;
}

/**
 * The sessions for which `chronicle import transcripts` would make chronicles, and those of excluded directories. A first pass reads each
 * transcript without a chronicle up to its first prompt. Only if one has a prompt is the import planned in full, which
 * reads every transcript: nothing less tells a copy of another session from a session.
 */
export async function unrecordedSessions(
  env: Env,
  paths: Paths,
  config: Config,
  recorded: ReadonlySet<string>,
): Promise<UnrecordedSession[]> {
  if (!mayHaveUnrecorded(env, paths, recorded)) return [];
  const silent = { total: () => {}, read: () => {} };
  const transcripts = readTranscripts(paths, silent, env.now().getTime());
  return planSessions({ paths, env, config, transcripts, history: new Map() }).flatMap(
    ({ skipped, found, chronicle, cwd, isAttended }) =>
      found === null || chronicle !== null || (skipped !== null && skipped !== 'lies in an excluded directory')
        ? []
        : [{ folder: found.folder, at: found.writtenMs, cwd: cwd === '' ? null : cwd, isAttended }],
  );
}

/** Whether a transcript without a chronicle has a prompt. Unreadable transcripts are skipped. */
function mayHaveUnrecorded(env: Env, paths: Paths, recorded: ReadonlySet<string>): boolean {
  const forgotten = forgottenSessions(paths);
  const now = env.now().getTime();
  return transcriptFiles(paths).files.some(({ path, stem }) => {
    if (recorded.has(stem) || forgotten.has(stem)) return false;
    try {
      return hasPrompt(path, { projects: paths.projects, now });
    } catch {
      return false;
    }
  });
}
