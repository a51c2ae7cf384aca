/**
 * The ticket that the gate leaves when it makes the host ask a person about a change of memory. It describes one tool call,
 * and is good for that call only. `approval.ts` takes it.
 */
import { newState, readState, revise } from '#src/record/live.ts';
import type { Env } from '#src/lib/env.ts';
import type { Paths } from '#src/lib/paths.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { MEMORY_VERBS, type MemoryVerb } from './tool-call.ts';

export interface Ticket {
  /** When the person was asked. UTC. */
  asked: string;
  /** The host's id of the tool call. */
  call: string;
  verb: MemoryVerb;
  /** The SHA-256 of what the hook added to the command, see `withProof`. Two installations ask about the same call. */
  proofs: string[];
  /** The digest of what the question listed, see `shownDigest`. */
  shown: string;
  /** The transcript that will show the outcome of the call, and how long it was (bytes). */
  transcript: { path: string; size: number };
  /** The subagent that made the call; null for the session itself. */
  agent: string | null;
}

/** More installations do not ask at once. */
const MOST_PROOFS = 3;

/** Decodes a ticket; undefined for anything else. */
export function readTicket(value: unknown): Ticket | undefined {
  if (!isRecord(value)) return undefined;
  const { asked, call, verb, proofs, shown, transcript, agent } = value;
  const known = MEMORY_VERBS.find((each) => each === verb);
  if (known === undefined || !isRecord(transcript)) return undefined;
  const { path, size } = transcript;
  if (![asked, call, shown, path].every((field) => typeof field === 'string' && field !== '')) return undefined;
  const digests = Array.isArray(proofs) ? proofs.filter((proof) => typeof proof === 'string') : [];
  if (digests.length === 0 || typeof size !== 'number' || !Number.isFinite(size)) return undefined;
  return {
    asked: String(asked),
    call: String(call),
    verb: known,
    proofs: digests,
    shown: String(shown),
    transcript: { path: String(path), size },
    agent: typeof agent === 'string' ? agent : null,
  };
}

/**
 * Leaves the ticket for a question to a person, in place of an older one. If the hook of another installation asks about
 * the same call, the proofs of both count, as the host uses either.
 */
export function leaveTicket(paths: Paths, sessionId: string, env: Env, question: Omit<Ticket, 'asked'>): void {
  revise(paths, sessionId, (state) => {
    const other = readTicket(state?.ticket);
    const isSame = other?.call === question.call && other.verb === question.verb && other.shown === question.shown;
    const proofs = [...(isSame ? other.proofs.slice(-MOST_PROOFS) : []), ...question.proofs];
    return { ...(state ?? newState(env)), ticket: { ...question, asked: env.now().toISOString(), proofs } };
  });
}

/** Another call of the same session or subagent, as a hook sees it. */
interface LaterCall {
  tool_use_id?: string | undefined;
  agent_id?: string | undefined;
}

/**
 * Ends a session's ticket, if there is one: the question is over. Only the ticket of an earlier call of the same subagent, or
 * of the session itself.
 */
export function dropTicket(paths: Paths, sessionId: string, by: LaterCall): void {
  const ticket = ticketOf(paths, sessionId);
  if (ticket === undefined || ticket.agent !== (by.agent_id ?? null) || ticket.call === by.tool_use_id) return;
  revise(paths, sessionId, (state) => state && { ...state, ticket: undefined });
}

/** The ticket of the last question in a session. */
export function ticketOf(paths: Paths, sessionId: string): Ticket | undefined {
  return readTicket(readState(paths, sessionId)?.ticket);
}
