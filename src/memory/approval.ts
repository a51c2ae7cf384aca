/**
 * What tells the command that a person allowed from any other that looks like it: a random text that the hook adds to the
 * command when it makes the host ask. Until the person says yes, only the host has it; the ticket has its SHA-256.
 *
 *     chronicle memory apply p-12150d --proof 5c0e8f7a3b1d4e92a6c8f0b1d2e3a4c5
 */
import { randomBytes } from 'node:crypto';
import { sha256Of } from '#src/lib/digest.ts';
import { readPiece } from '#src/lib/read-file.ts';
import { revise } from '#src/record/live.ts';
import type { Env } from '#src/lib/env.ts';
import type { MemoryPlace, Paths } from '#src/lib/paths.ts';
import type { MemoryVerb } from './tool-call.ts';
import { readTicket, type Ticket, ticketOf } from './ticket.ts';
import { compare } from '#src/lib/compare.ts';
import { digestOf, readBytes } from './file-bytes.ts';
import { isProposableName } from './memory-text.ts';
import { type ProposalLines, readProposalLines } from './proposal-lines.ts';

const BYTES = 16;

/** How long an answer is valid (ms). */
const TICKET_LASTS = 2 * 60 * 1000;

export function newProof(): string {
  return randomBytes(BYTES).toString('hex');
}

export function proofDigest(proof: string): string {
  return sha256Of(proof);
}

/** A plain command of one line, with its proof. */
export function withProof(command: string, proof: string): string {
  return `${command.trim()} --proof ${proof}`;
}

/** Why there is no ticket for a command. */
export type TicketRefusal =
  /** Nobody was asked, or the question was about something else. */
  | 'none'
  /** The command lacks the proof that the hook added to it. */
  | 'no proof'
  /** The question is too old. */
  | 'late'
  /** The transcript has an outcome for the call: the person said no, or it has run. */
  | 'decided';

/**
 * Uses up the session's ticket, and returns the digest of what the person was shown. Only a command with the proof gets it,
 * which only the host knows until the person says yes, and only while the transcript has no outcome for the call. To
 * anything else the ticket is refused and stays where it is. Of two concurrent processes, only one gets it.
 */
export function takeTicket(
  paths: Paths,
  sessionId: string,
  env: Env,
  { verb, proof }: { verb: MemoryVerb; proof: string | undefined },
): { shown: string } | { refusal: TicketRefusal } {
  const ticket = ticketOf(paths, sessionId);
  if (ticket?.verb !== verb) return { refusal: 'none' };
  if (proof === undefined || ticket.proof !== proofDigest(proof)) return { refusal: 'no proof' };
  if (hasOutcome(ticket.transcript, ticket.call)) return { refusal: 'decided' };
  let isTaken = false;
  revise(paths, sessionId, (state) => {
    isTaken = readTicket(state?.ticket)?.call === ticket.call;
    return state && { ...state, ticket: undefined };
  });
  if (!isTaken) return { refusal: 'none' };
  const age = env.now().getTime() - Date.parse(ticket.asked);
  return age >= 0 && age <= TICKET_LASTS ? { shown: ticket.shown } : { refusal: 'late' };
}

/** Whether the transcript contains the outcome of a tool call. What was written before the question is skipped. */
function hasOutcome({ path, size }: Ticket['transcript'], call: string): boolean {
  const grown = readPiece(path, (now) => ({ from: now < size ? 0 : size, most: now }));
  const lines = grown?.bytes.toString().split('\n').slice(0, -1) ?? [];
  return lines.some((line) => line.includes(call) && isOutcome(line, call));
}

function isOutcome(line: string, call: string): boolean {
  try {
    const content: unknown = JSON.parse(line)?.message?.content;
    return (
      Array.isArray(content) && content.some((block) => block?.type === 'tool_result' && block?.tool_use_id === call)
    );
  } catch {
    return false;
  }
}

/**
 * The SHA-256 of what a question about these proposals lists, in any order, as they and their memories are on the disk now. The
 * hook that asks keeps it in its ticket, and the command that the person allowed computes it again: nothing that changed since
 * then is applied. Throws for a memory that is a link or not a file. Used by a hook, so it must not import the schema library.
 *
 *     ["apply", ["p-12150d", "9f86d081…", null], ["p-77aa01", "60303ae2…", "fd61a03a…"]]
 */
export function shownDigest(
  place: MemoryPlace,
  verb: MemoryVerb,
  ids: readonly string[],
  lines: ProposalLines = readProposalLines(place),
): string {
  const listed = [...new Set(ids)].sort(compare).map((id) => {
    const { line, proposal } = lines.get(id) ?? {};
    const isMemory = proposal !== undefined && isProposableName(proposal.file);
    const content = isMemory ? digestOf(readBytes(`${place.memory}/${proposal.file}`)) : null;
    return [id, line === undefined ? null : sha256Of(line), content];
  });
  return sha256Of(JSON.stringify([verb, ...listed]));
}
