import { HistoryReader } from '#src/transcript/history.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { readValues } from '#src/transcript/lines.ts';

/** Reads Claude Code's prompt history, if there is one. Calls `failed` if it cannot be read. */
export function readHistory(
  layout: Pick<Layout, 'config'>,
  failed: (path: string, error: unknown) => void,
): HistoryReader {
  const path = `${layout.config}/history.jsonl`;
  const history = new HistoryReader();
  try {
    readValues(path, { value: (value) => history.add(value) });
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) failed(path, error);
  }
  return history;
}
