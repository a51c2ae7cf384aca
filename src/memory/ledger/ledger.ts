/**
 * The history of Claude Code's memory files: when each was written and changed. A project's ledger has one JSON object per
 * line:
 *
 *     {"id": "l-12150d", "at": "2026-08-04T08:23:05Z", "source": "retro", "action": "new",
 *      "file": "feedback_money.md", "session_id": "…", "events": ["<session_id>#e-133549"], "before": null, "after": "b91d…"}
 */
import * as z from 'zod/mini';
import type { Problem } from '#src/format/problem.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { parseJsonLines } from '../json-lines.ts';

const SOURCES = ['retro', 'seen', 'backfill'] as const;
const ACTIONS = ['new', 'strengthen', 'stale', 'delete', 'changed', 'undo'] as const;
const HASH = z.nullable(z.string());

const lineSchema = z.object({
  id: z.string().check(z.minLength(1)),
  at: z.string().check(z.refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)))),
  source: z.enum(SOURCES),
  action: z.enum(ACTIONS),
  // The name becomes an address; memories have no subdirectories.
  file: z.string().check(z.regex(/^[^/\\]+\.md$/)),
  session_id: z.string(),
  events: z.array(z.string()),
  before: HASH,
  after: HASH,
  dated: z.optional(z.literal('file')),
});

/**
 * One change of a memory file. `events` are `<session_id>#e-…`, or `#n-…` for notes; `before` and `after` are the SHA-256 of its bytes, null for
 * no file. `dated: file` marks an `at` that is only the date of the file.
 */
export type LedgerLine = z.infer<typeof lineSchema>;

/** Reads a ledger. An invalid line is a problem and skipped; blank lines are fine. Never throws. */
export function parseLedger(text: string): { value: LedgerLine[]; problems: Problem[] } {
  return parseJsonLines(text, lineSchema, 'CHRONICLE_LEDGER_LINE');
}
