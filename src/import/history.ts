/**
 * Claude Code's history of prompts outlives its transcripts:
 *
 *     {"display": "fix the login redirect", "pastedContents": {}, "timestamp": 1795310842397,
 *      "project": "/home/me/app", "sessionId": "c195b08f-…"}
 */
import { isSessionId } from '../chronicle/session-id.ts';
import { beginning } from './clean-line.ts';
import { isClientCommand } from './prompt.ts';
import { fieldsOf, wordOf } from './record.ts';

/** What the history says of one session. */
export interface HistorySession {
  id: string;
  /** Of its first prompt, in milliseconds. */
  at: number;
  project: string;
  began: string;
  prompts: number;
}

/** Gathers the history's lines by session. */
export class HistoryReader {
  readonly #sessions = new Map<string, HistorySession>();
  /** Lines of a time in which the history named no session. */
  unnamed = 0;

  /** A line of the history. What is none is left out. */
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

  /** What was gathered, by session. */
  get sessions(): ReadonlyMap<string, HistorySession> {
    return this.#sessions;
  }
}
