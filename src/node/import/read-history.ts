import { HistoryReader } from '#src/import/history.ts';
import { isErrno } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { readLines } from './read-lines.ts';

/** Enough for a prompt with pasted text. */
const LONGEST = 4 * 1024 * 1024;

/** Reads Claude Code's prompt history, if there is one. Calls `failed` if it cannot be read. */
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
      // A line that is just being written, or not the host's.
    }
  };
  try {
    readLines(path, { line, isSkipped: () => false, longest: LONGEST });
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) failed(path, error);
  }
  return history;
}
