/**
 * The lines of a project's `proposals.jsonl`, one JSON object each, in the order of filing:
 *
 *     {"id": "p-12150d", "state": "open", "proposed": "2026-08-04T08:23:05Z", "decided": null, "undone": null,
 *      "session_id": "…", "action": "NEW", "file": "feedback_money.md", "before": null,
 *      "text": "---\nname: …", "events": ["<session_id>#e-133549"], "reason": "Floats again."}
 *
 * Anybody may have written that file. The gate reads it, too: it is decoded by hand, as the schema library and `node:crypto`
 * would cost more than the rest of a hook.
 */
import { isDay } from '#src/lib/calendar-day.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { asText } from '#src/lib/latin1.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { PROPOSAL_ACTIONS, type ProposalAction } from './memory-text.ts';

const STATES = ['open', 'approved', 'skipped', 'undone'] as const;

/** A stored proposal. Times are UTC. */
export interface Proposal {
  id: string;
  state: (typeof STATES)[number];
  proposed: string;
  /** When it was approved or skipped. */
  decided: string | null;
  undone: string | null;
  session_id: string;
  action: ProposalAction;
  file: string;
  /** The SHA-256 of the file that the person was shown; null for no file. */
  before: string | null;
  /** The whole new file; null to delete it. */
  text: string | null;
  events: string[];
  reason: string;
  /** A newer proposal of the same session for the same file; then it is `skipped`, and nobody decided it. */
  replaced_by?: string | undefined;
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isLike = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value);
const isOneOf = (words: readonly unknown[]) => (value: unknown) => words.includes(value);
const orNull = (check: Check) => (value: unknown) => value === null || check(value);
const isTime: Check = (value) =>
  typeof value === 'string' && isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));

const CHECKS: Record<keyof Proposal, Check> = {
  id: isLike(/^p-[0-9a-f]{6,64}$/),
  state: isOneOf(STATES),
  proposed: isTime,
  decided: orNull(isTime),
  undone: orNull(isTime),
  session_id: (value) => isText(value) && value !== '',
  action: isOneOf(PROPOSAL_ACTIONS),
  file: isLike(/^[^/\\]+\.md$/),
  before: orNull(isText),
  text: orNull(isText),
  events: (value) => Array.isArray(value) && value.every(isText),
  reason: isText,
  replaced_by: (value) => value === undefined || isText(value),
};

/** The proposal in a line; or why there is none, as the end of a sentence. */
export function proposalIn(line: string): Proposal | string {
  const value = parseObject(line);
  const given = Object.entries(CHECKS).filter(([key]) => Object.hasOwn(value, key));
  if (given.length === 0) return 'it is not a proposal';
  const fault = Object.entries(CHECKS).find(([key, check]) => !check(value[key]));
  if (fault) return `its "${fault[0]}" is missing or invalid`;
  return Object.fromEntries(given.map(([key]) => [key, value[key]])) as unknown as Proposal;
}

/** The text of a project's proposals; empty if there is no file. */
export function proposalsText(place: Pick<MemoryPlace, 'proposals'>): string {
  try {
    return asText(readRegularFile(place.proposals).text);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
}

/** A project's proposals by their ids, each with its line. The last line with an id counts. */
export type ProposalLines = ReadonlyMap<string, { proposal: Proposal; line: string }>;

export function readProposalLines(place: Pick<MemoryPlace, 'proposals'>): ProposalLines {
  return new Map(
    proposalsText(place)
      .split('\n')
      .flatMap((line) => {
        const proposal = proposalIn(line);
        return typeof proposal === 'string' ? [] : [[proposal.id, { proposal, line }] as const];
      }),
  );
}
