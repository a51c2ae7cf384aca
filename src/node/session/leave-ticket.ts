import type { Layout } from '#src/project/paths.ts';
import { processClock } from '../store/process-tree.ts';
import { markOf } from '../store/running-process.ts';
import type { World } from '../world.ts';
import { newState, readState, revise } from './live-state.ts';
import { readTicket, type Ticket } from './ticket.ts';

/** A larger ticket is not left, as it would make the session's state too large to read (bytes). */
const LARGEST_TICKET = 6000;

/** More installations do not ask at once. */
const MOST_PROOFS = 3;

/** What the gate knows of a question when it asks. */
export type Question = Pick<Ticket, 'call' | 'verb' | 'command' | 'proofs' | 'shown' | 'transcript' | 'agent'>;

/**
 * Leaves the ticket for a question to a person, in place of an older one. If the hook of another installation asks about
 * the same call, the proofs of both count, as the host uses either. Returns false without a ticket: where processes
 * cannot be read, and for a question that is too large.
 */
export function leaveTicket(layout: Layout, sessionId: string, world: World, question: Question): boolean {
  const clock = processClock();
  const client = markOf(Number(world.env.CLAUDE_PID) || world.parentPid);
  const ticket = clock === null ? undefined : { asked: world.now().toISOString(), ...question, client, clock };
  const isLeft = ticket !== undefined && Buffer.byteLength(JSON.stringify(ticket)) <= LARGEST_TICKET;
  revise(layout, sessionId, (state) => {
    const other = readTicket(state?.ticket);
    const isSame =
      other?.call === question.call && other.command === question.command && other.shown === question.shown;
    const proofs = [...(isSame ? other.proofs.slice(-MOST_PROOFS) : []), ...question.proofs];
    return { ...(state ?? newState(world)), ticket: isLeft ? { ...ticket, proofs } : undefined };
  });
  return isLeft;
}

/** Another call of the same session or subagent, as a hook sees it. */
interface LaterCall {
  tool_use_id?: string | undefined;
  agent_id?: string | undefined;
}

/**
 * Ends a session's ticket, if there is one: the question is over. With `by`, only the ticket of an earlier call of the same
 * subagent, or of the session itself.
 */
export function dropTicket(layout: Layout, sessionId: string, by?: LaterCall): void {
  const ticket = ticketOf(layout, sessionId);
  if (ticket === undefined) return;
  if (by && (ticket.agent !== (by.agent_id ?? null) || ticket.call === by.tool_use_id)) return;
  revise(layout, sessionId, (state) => state && { ...state, ticket: undefined });
}

/** The ticket of the last question in a session. */
export function ticketOf(layout: Layout, sessionId: string): Ticket | undefined {
  return readTicket(readState(layout, sessionId)?.ticket);
}
