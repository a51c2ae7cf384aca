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
  /** The SHA-256 of what the hook added to the command, see `withProof`. */
  proof: string;
  /** The digest of what the question listed, see `shownDigest`. */
  shown: string;
  /** The transcript that will show the outcome of the call, and how long it was (bytes). */
  transcript: { path: string; size: number };
  /** The subagent that made the call; null for the session itself. */
  agent: string | null;
}

/** Decodes a ticket; undefined for anything else. */
export function readTicket(value: unknown): Ticket | undefined {
  if (!isRecord(value) || !isRecord(value.transcript)) return undefined;
  const { asked, call, verb: named, proof, shown, transcript, agent } = value;
  const { path, size } = transcript;
  const verb = MEMORY_VERBS.find((each) => each === named);
  const isText = (field: unknown): field is string => typeof field === 'string' && field !== '';
  if (!isText(asked) || !isText(call) || !isText(proof) || !isText(shown) || !isText(path)) return undefined;
  if (verb === undefined || typeof size !== 'number' || !Number.isFinite(size)) return undefined;
  return { asked, call, verb, proof, shown, transcript: { path, size }, agent: isText(agent) ? agent : null };
}

/** Leaves the ticket for a question to a person, in place of an older one. */
export function leaveTicket(paths: Paths, sessionId: string, env: Env, question: Omit<Ticket, 'asked'>): void {
  const ticket: Ticket = { ...question, asked: env.now().toISOString() };
  revise(paths, sessionId, (state) => ({ ...(state ?? newState(env)), ticket }));
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
