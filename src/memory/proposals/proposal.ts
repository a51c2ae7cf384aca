/**
 * A change to memory that waits for a person's decision. `proposals.jsonl` has one JSON object per line, in the order of
 * filing:
 *
 *     {"id": "p-12150d", "state": "open", "proposed": "2026-08-04T08:23:05Z", "decided": null, "undone": null,
 *      "session_id": "…", "action": "NEW", "file": "feedback_money.md", "before": null,
 *      "text": "---\nname: …", "events": ["<session_id>#e-133549"], "reason": "Floats again."}
 */
import * as z from 'zod/mini';
import type { Problem } from '#src/format/problem.ts';
import { isDay } from '#src/lib/calendar-day.ts';
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
 * A stored proposal. `text` is the whole new file, null to delete it; `before` is the SHA-256 of the file that the person
 * was shown, null for no file; `decided` is when it was approved or skipped. A proposal that was replaced by a newer one
 * of the same session for the same file is `skipped`, with the newer id in `replaced_by`: nobody decided it.
 */
export type Proposal = z.infer<typeof proposalSchema>;

/** Reads proposals. An invalid line is a problem and skipped; blank lines are fine. Never throws. */
export function parseProposals(text: string): { value: Proposal[]; problems: Problem[] } {
  return parseJsonLines(text, proposalSchema, 'CHRONICLE_PROPOSAL_LINE');
}
