/**
 * What is known of Claude Code's memory files beside their text: when each was written and changed.
 * A project's ledger has one JSON object a line:
 *
 *     {"id": "l-12150d", "at": "2026-08-04T08:23:05Z", "source": "retro", "action": "new",
 *      "file": "feedback_money.md", "session_id": "…", "events": ["<session_id>#e-133549"], "before": null, "after": "b91d…"}
 */
import * as z from 'zod/mini';
import { isDay } from '../chronicle/calendar.ts';
import { type Problem, problemAt } from '../chronicle/problem.ts';

const SOURCES = ['retro', 'seen', 'backfill'] as const;
const ACTIONS = ['new', 'strengthen', 'stale', 'delete', 'changed', 'undo'] as const;
const HASH = z.nullable(z.string());

const lineSchema = z.object({
  id: z.string().check(z.minLength(1)),
  at: z.string().check(z.refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)))),
  source: z.enum(SOURCES),
  action: z.enum(ACTIONS),
  // The name becomes an address; memories lie flat in their directory.
  file: z.string().check(z.regex(/^[^/\\]+\.md$/)),
  session_id: z.string(),
  events: z.array(z.string()),
  before: HASH,
  after: HASH,
});

/** One change of a memory file. `events` are `<session_id>#e-…`; `before` and `after` are digests of its text. */
export type LedgerLine = z.infer<typeof lineSchema>;

/** Reads a ledger. A line that is none is a problem and left out; blank lines are not. Never throws. */
export function parseLedger(text: string): { value: LedgerLine[]; problems: Problem[] } {
  const value: LedgerLine[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = lineSchema.safeParse(parsed(line));
    if (read.success) value.push(read.data);
    else problems.push(problemAt('CHRONICLE_LEDGER_LINE', index + 1, 1, faultOf(read.error)));
  }
  return { value, problems };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function faultOf({ issues }: z.core.$ZodError): string {
  const key = issues[0]?.path[0];
  return key === undefined ? 'it is not one JSON object' : `its "${String(key)}" is missing or not of the right form`;
}
