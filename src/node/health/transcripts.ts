import { lstatSync } from 'node:fs';
import type { Layout } from '../../project/paths.ts';
import { checkoutOf } from '../git/checkout.ts';
import { projectDirectoryOf } from '../session/where.ts';
import { readBeginning } from '../store/read-file.ts';
import { namesIn } from './names-in.ts';

/** A transcript of Claude Code's, by its name and time. */
export interface Transcript {
  path: string;
  /** The directory that it lies in, which a worktree has for itself. */
  folder: string;
  sessionId: string;
  /** When it was last written (ms). */
  at: number;
}

/** What the beginning of a transcript tells. */
export interface TranscriptOrigin {
  cwd: string;
  /** Claude Code's name for the directory of the project that its chronicle belongs to. */
  directory: string;
}

/** The first prompt stands behind a record of the system prompt, which may hold 200 kB. */
const BEGINNING = 1024 * 1024;

/** All transcripts on this machine, in no order. Reads no file. */
export function listTranscripts(layout: Layout): Transcript[] {
  return namesIn(layout.projects).flatMap((folder) =>
    namesIn(`${layout.projects}/${folder}`)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => {
        const path = `${layout.projects}/${folder}/${name}`;
        const stats = lstatSync(path, { throwIfNoEntry: false });
        return stats?.isFile() ? [{ path, folder, sessionId: name.slice(0, -'.jsonl'.length), at: stats.mtimeMs }] : [];
      }),
  );
}

/** Where a session took place that somebody sat in front of and prompted; null for any other. */
export function attendedOrigin(path: string): TranscriptOrigin | null {
  const text = readBeginning(path, BEGINNING) ?? '';
  if (!text.includes('"type":"user"') || /"entrypoint":"sdk/.test(text)) return null;
  const written = /"cwd":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  if (written === undefined) return null;
  try {
    const cwd: string = JSON.parse(written);
    return { cwd, directory: projectDirectoryOf(checkoutOf(cwd)) };
  } catch {
    return null;
  }
}
