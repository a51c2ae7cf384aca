/**
 * A change to memory that waits for a person's decision. `proposals.jsonl` has one JSON object per line, in the order of
 * filing:
 *
 *     {"id": "p-12150d", "state": "open", "proposed": "2026-08-04T08:23:05Z", "decided": null, "undone": null,
 *      "session_id": "…", "action": "NEW", "file": "feedback_money.md", "before": null,
 *      "text": "---\nname: …", "events": ["<session_id>#e-133549"], "reason": "Floats again."}
 */
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { Project } from '#src/lib/project.ts';
import type { Problem } from '#src/format/problem.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { editFile, readBytes } from './file-bytes.ts';
import { parseJsonLines } from './history.ts';
import type { MemoryVerb } from './tool-call.ts';
import { ownDirectory } from './memory-files.ts';
import { isProposableName, PROPOSAL_ACTIONS } from './memory-text.ts';
import { type ListedProposal, shownDigest } from './approval.ts';

const utc = z.string().check(z.refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))));

const proposalSchema = z.object({
  id: z.string().check(z.regex(/^p-[0-9a-f]{6,}$/)),
  state: z.enum(['open', 'approved', 'skipped', 'undone']),
  proposed: utc,
  decided: z.nullable(utc),
  undone: z.nullable(utc),
  session_id: z.string().check(z.minLength(1)),
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

/** A proposal, in its project. */
export interface ProjectProposal extends Proposal {
  project: Project;
}

/** Reads proposals. An invalid line is a problem and skipped; blank lines are fine. Never throws. */
export function parseProposals(text: string): { value: Proposal[]; problems: Problem[] } {
  return parseJsonLines(text, proposalSchema, 'CHRONICLE_PROPOSAL_LINE');
}

/** All proposals for a project's memories, decided or not, in the order they were filed. The last line with an id counts. */
export function readProposals(place: MemoryPlace): { proposals: Proposal[]; problems: Problem[] } {
  const { value, problems } = parseProposals(asText(readBytes(place.proposals) ?? ''));
  return { proposals: [...new Map(value.map((proposal) => [proposal.id, proposal])).values()], problems };
}

/**
 * Writes proposals: each replaces the line with its id or is added at the end. All other lines stay byte for byte. Call
 * it under the lock of `withMemory`.
 */
export function writeProposals(place: MemoryPlace, changed: readonly Proposal[]): void {
  if (changed.length === 0) return;
  ownDirectory(place, dirname(place.proposals));
  editFile(place.proposals, (bytes) => {
    const left = new Map(changed.map((proposal) => [proposal.id, proposal]));
    const lines = (bytes ?? '').split(/(?<=\n)/).map((line) => {
      const id = parseProposals(asText(line)).value[0]?.id;
      const proposal = changed.find((each) => each.id === id);
      if (!proposal) return line;
      left.delete(proposal.id);
      return lineOf(proposal);
    });
    const text = lines.join('');
    const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return whole + [...left.values()].map(lineOf).join('');
  });
}

function lineOf(proposal: Proposal): string {
  return asBytes(`${JSON.stringify(proposal)}\n`);
}

/** The proposals with these ids, each once. Refuses unknown ids (CHRONICLE_NO_PROPOSAL). */
export function proposalsNamed(place: MemoryPlace, ids: readonly string[]): Proposal[] {
  const known = new Map(readProposals(place).proposals.map((proposal) => [proposal.id, proposal]));
  return [...new Set(ids)].map((id) => {
    const proposal = known.get(id);
    if (proposal) return proposal;
    const open = [...known.values()].filter(({ state }) => state === 'open').map((each) => each.id);
    const there = open.length === 0 ? 'No proposals are open.' : `Open proposals: ${open.slice(0, 20).join(', ')}.`;
    throw new ChronicleError(
      'CHRONICLE_NO_PROPOSAL',
      `There is no proposal ${id} in ${place.proposals}. ${there} Nothing was changed.`,
    );
  });
}

/** How a proposal was decided, as a sentence. */
export function decisionOn({ id, state, decided, undone, replaced_by }: Proposal): string {
  if (state === 'open') return `${id} is open.`;
  if (state === 'undone') return `${id} was applied on ${decided} and undone on ${undone}.`;
  if (state === 'approved') return `${id} was already applied on ${decided}.`;
  return replaced_by ? `${id} was replaced by ${replaced_by}.` : `${id} was skipped on ${decided}.`;
}

/** The digest of these proposals and their memories as they are now: what a person is about to be shown. */
export function digestToShow(place: MemoryPlace, verb: MemoryVerb, ids: readonly string[]): string {
  return shownDigest(place, verb, listed(place, ids));
}

/** Refuses (CHRONICLE_CHANGED) if these proposals and their memories are not what the person was shown. */
export function requireShown(place: MemoryPlace, verb: MemoryVerb, ids: readonly string[], shown: string): void {
  const now = listed(place, ids);
  if (shownDigest(place, verb, now) === shown) return;
  const files = [...new Set(now.flatMap(({ file }) => (file === null ? [] : [`${place.memory}/${file}`])))];
  const more = files.length > MOST_NAMED ? [`${files.length - MOST_NAMED} more`] : [];
  const named = files.length === 0 ? [place.proposals] : [...files.slice(0, MOST_NAMED), ...more];
  throw new ChronicleError(
    'CHRONICLE_CHANGED',
    `These are not the proposals that the person was asked about: one of them or its memory has changed since, or others were named. Check ${named.join(', ')}. Nothing was changed. Run chronicle memory ${verb} again, so that the person is asked again.`,
  );
}

/** More paths would not be read (count). */
const MOST_NAMED = 5;

/** The proposals with these ids, each once, with the line of the file that counts. */
function listed(place: MemoryPlace, ids: readonly string[]): ListedProposal[] {
  const known = new Map<string, ListedProposal>();
  for (const line of asText(readBytes(place.proposals) ?? '').split('\n')) {
    const [proposal] = parseProposals(line).value;
    if (!proposal) continue;
    const { id, file } = proposal;
    known.set(id, { id, line, file: isProposableName(file) ? file : null });
  }
  return [...new Set(ids)].map((id) => known.get(id) ?? { id, line: null, file: null });
}
