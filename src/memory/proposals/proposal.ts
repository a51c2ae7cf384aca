/**
 * A change to memory that waits for a person. One JSON object a line of `proposals.jsonl`, in the order in
 * which they were filed:
 *
 *     {"id": "p-12150d", "state": "open", "proposed": "2026-08-04T08:23:05Z", "decided": null, "undone": null,
 *      "session_id": "…", "action": "NEW", "file": "feedback_money.md", "before": null,
 *      "text": "---\nname: …", "events": ["<session_id>#e-133549"], "reason": "Floats again."}
 */
import * as z from 'zod/mini';
import type { Problem } from '#src/chronicle/problem.ts';
import { isDay } from '#src/value/calendar-day.ts';
import { parseJsonLines } from '../json-lines.ts';

export const PROPOSAL_ACTIONS = ['NEW', 'STRENGTHEN', 'STALE?', 'DELETE'] as const;
export type ProposalAction = (typeof PROPOSAL_ACTIONS)[number];

const utc = z.string().check(z.refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))));
const words = z.string().check(z.minLength(1));

const proposalSchema = z.object({
  id: z.string().check(z.regex(/^p-[0-9a-f]{6,}$/)),
  state: z.enum(['open', 'approved', 'skipped', 'undone']),
  proposed: utc,
  decided: z.nullable(utc),
  undone: z.nullable(utc),
  session_id: words,
  action: z.enum(PROPOSAL_ACTIONS),
  file: z.string().check(z.regex(/^[^/\\]+\.md$/)),
  before: z.nullable(z.string()),
  text: z.nullable(z.string()),
  events: z.array(z.string()),
  reason: z.string(),
  replaced_by: z.optional(z.string()),
});

/**
 * A proposal as it is kept. `text` is the whole new file, null to delete it; `before` the SHA-256 of the file that the
 * person was shown, null where there was none; `decided` when it was approved or skipped. One that a newer proposal of
 * the same session for the same file took the place of is skipped and names that in `replaced_by`: nobody decided it.
 */
export type Proposal = z.infer<typeof proposalSchema>;

/** Reads proposals. A line that is none is a problem and left out; blank lines are not. Never throws. */
export function parseProposals(text: string): { value: Proposal[]; problems: Problem[] } {
  return parseJsonLines(text, proposalSchema, 'CHRONICLE_PROPOSAL_LINE');
}
