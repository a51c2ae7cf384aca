import { HistoryReader } from '#src/import/history.ts';
import { isErrno } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { readLines } from './read-lines.ts';

/** A prompt with what was pasted into it. */
const LONGEST = 4 * 1024 * 1024;

/** Reads Claude Code's history of prompts; nothing if there is none. `failed` is told of one that cannot be read. */
export function readHistory(
  layout: Pick<Layout, 'config'>,
  failed: (path: string, error: unknown) => void,
): HistoryReader {
  const path = `${layout.config}/history.jsonl`;
  const history = new HistoryReader();
  const line = (bytes: Buffer) => {
    try {
      history.add(JSON.parse(bytes.toString('utf8')));
    } catch {
      // The line that is being written, or none of the host's.
    }
  };
  try {
    readLines(path, { line, isSkipped: () => false, longest: LONGEST });
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) failed(path, error);
  }
  return history;
}
