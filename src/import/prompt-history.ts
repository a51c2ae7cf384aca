/**
 * Reads Claude Code's prompt history, which outlives its transcripts:
 *
 *     {"display": "fix the login redirect", "pastedContents": {}, "timestamp": 1795310842397,
 *      "project": "/home/me/app", "sessionId": "c195b08f-…"}
 */
import { isSessionId } from '#src/format/session-id.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { beginning } from '#src/transcript/clean-line.ts';
import { readValues } from '#src/transcript/lines.ts';
import { isClientCommand } from '#src/transcript/prompts.ts';
import { fieldsOf, wordOf } from '#src/transcript/records.ts';

/** A session in the prompt history. */
export interface HistorySession {
  id: string;
  /** The time of its first prompt, in milliseconds. */
  at: number;
  project: string;
  began: string;
  prompts: number;
}

/** The sessions in Claude Code's prompt history, if there is one. Calls `failed` if it cannot be read. */
export function readHistory(
  { config }: Pick<Paths, 'config'>,
  failed: (path: string, error: unknown) => void,
): Map<string, HistorySession> {
  const path = `${config}/history.jsonl`;
  const sessions = new Map<string, HistorySession>();
  try {
    readValues(path, { value: (value) => addPrompt(sessions, value) });
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) failed(path, error);
  }
  return sessions;
}

/** Adds a line of the history. Other values, and lines of old versions that name no session, are skipped. */
export function addPrompt(sessions: Map<string, HistorySession>, value: unknown): void {
  const { display, timestamp: at, project, sessionId } = fieldsOf(value);
  const id = wordOf(sessionId);
  if (typeof display !== 'string' || typeof at !== 'number' || !Number.isFinite(at)) return;
  if (id === null || !isSessionId(id)) return;
  const text = display.trim();
  if (text === '' || /^[!#]/.test(text) || isClientCommand(text)) return;
  const known = sessions.get(id);
  if (known && known.at <= at) known.prompts++;
  else {
    const prompts = (known?.prompts ?? 0) + 1;
    sessions.set(id, { id, at, project: wordOf(project) ?? '', began: beginning(display), prompts });
  }
}
