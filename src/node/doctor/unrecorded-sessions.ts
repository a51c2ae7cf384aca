import { lstatSync } from 'node:fs';
import type { Layout } from '#src/project/paths.ts';
import { forgottenSessions } from '../forgotten.ts';
import { firstPrompt } from '../import/first-prompt.ts';
import { transcriptFiles } from '../import/transcript-files.ts';

/** A session that has a transcript and no chronicle. */
export interface UnrecordedSession {
  /** The directory that the transcript lies in, which a worktree has for itself. */
  folder: string;
  /** When the transcript was last written (ms). */
  at: number;
  /** Where it took place; null if its transcript does not say. */
  cwd: string | null;
  isAttended: boolean;
}

/**
 * The sessions in which somebody asked for something and that are neither among the `recorded` ones nor forgotten: those that
 * `chronicle backfill` would fill in. Reads each transcript as far as to its first prompt, and leaves out what cannot be read.
 */
export async function unrecordedSessions(layout: Layout, recorded: ReadonlySet<string>): Promise<UnrecordedSession[]> {
  const forgotten = forgottenSessions(layout);
  const found: UnrecordedSession[] = [];
  for (const { path, stem, folder } of transcriptFiles(layout).files) {
    if (recorded.has(stem) || forgotten.has(stem)) continue;
    const prompt = await firstPrompt(path).catch(() => null);
    const at = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (prompt && at !== undefined) found.push({ folder, at, cwd: prompt.cwd, isAttended: !prompt.isHeadless });
  }
  return found;
}
