/**
 * Reads Claude Code's prompt history, which outlives its transcripts:
 *
 *     {"display": "fix the login redirect", "pastedContents": {}, "timestamp": 1795310842397,
 *      "project": "/home/me/app", "sessionId": "c195b08f-…"}
 */
import { isSessionId } from '#src/format/session-id.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { readValues } from '#src/transcript/lines.ts';
import { isClientCommand } from '#src/transcript/prompts.ts';
import { fieldsOf, wordOf } from '#src/transcript/records.ts';
import { beginning } from '#src/transcript/clean-line.ts';

/** A session in the prompt history. */
export interface HistorySession {
  id: string;
  /** The time of its first prompt, in milliseconds. */
  at: number;
  project: string;
  began: string;
  prompts: number;
}

/** Collects the lines of the history by session. */
export class HistoryReader {
  readonly #sessions = new Map<string, HistorySession>();
  /** How many lines do not name a session, as in old versions. */
  unnamed = 0;

  /** Adds a line of the history. Other values are skipped. */
  add(value: unknown): void {
    const { display, timestamp: at, project, sessionId } = fieldsOf(value);
    if (typeof display !== 'string' || typeof at !== 'number' || !Number.isFinite(at)) return;
    const id = wordOf(sessionId);
    if (id === null || !isSessionId(id)) {
      this.unnamed++;
      return;
    }
    const text = display.trim();
    if (text === '' || /^[!#]/.test(text) || isClientCommand(text)) return;
    const known = this.#sessions.get(id);
    if (known && known.at <= at) known.prompts++;
    else {
      const began = beginning(display);
      this.#sessions.set(id, { id, at, project: wordOf(project) ?? '', began, prompts: (known?.prompts ?? 0) + 1 });
    }
  }

  /** The sessions, by id. */
  get sessions(): ReadonlyMap<string, HistorySession> {
    return this.#sessions;
  }
}

/** Reads Claude Code's prompt history, if there is one. Calls `failed` if it cannot be read. */
export function readHistory(
  paths: Pick<Paths, 'config'>,
  failed: (path: string, error: unknown) => void,
): HistoryReader {
  const path = `${paths.config}/history.jsonl`;
  const history = new HistoryReader();
  try {
    readValues(path, { value: (value) => history.add(value) });
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) failed(path, error);
  }
  return history;
}
