import type { MemoryVerb } from '#src/memory/proposals/shown.ts';
import type { Layout } from '#src/project/paths.ts';
import { linesFrom } from '../disk/lines-from.ts';
import { childAbove, processClock, type RunningProcess } from '../store/process-tree.ts';
import { isRunning, markOf } from '../store/running-process.ts';
import type { World } from '../world.ts';
import { newState, readState, revise } from './live-state.ts';
import { readTicket, type Ticket } from './ticket.ts';

/** How long an answer is valid (ms). */
const TICKET_LASTS = 2 * 60 * 1000;

/** A larger ticket is not left, as it would make the session's state too large to read (bytes). */
const LARGEST_TICKET = 6000;

/** Why there is no ticket for a command. */
export type TicketRefusal =
  /** Nobody was asked, or the question was about something else. */
  | 'none'
  /** This process is not the call that the question was about. */
  | 'another call'
  /** The system does not tell which process this is. */
  | 'unknown process'
  /** The question is too old. */
  | 'late'
  /** The transcript has an outcome for the call: the person said no, or it has run. */
  | 'decided';

/** What the gate knows of a question when it asks. */
export type Question = Pick<Ticket, 'call' | 'verb' | 'command' | 'shown' | 'transcript' | 'agent'>;

/** Leaves the ticket for a question to a person, in place of an older one. Without a way to read processes, there is none. */
export function leaveTicket(layout: Layout, sessionId: string, world: World, question: Question): void {
  const clock = processClock();
  const client = markOf(Number(world.env.CLAUDE_PID) || world.parentPid);
  const ticket = clock === null ? undefined : { asked: world.now().toISOString(), ...question, client, clock };
  const isTooLarge = Buffer.byteLength(JSON.stringify(ticket) ?? '') > LARGEST_TICKET;
  revise(layout, sessionId, (state) => ({ ...(state ?? newState(world)), ticket: isTooLarge ? undefined : ticket }));
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

/**
 * Uses up the session's ticket, and returns the digest of what the person was shown. Only the call that the host made
 * after the person's yes gets it: this process has to descend from a child of the host that was started after the question
 * to run exactly the command in question, and the transcript must not have an outcome for the call. To anything else the
 * ticket is refused and stays where it is. Of two concurrent processes, only one gets it.
 */
export function takeTicket(
  layout: Layout,
  sessionId: string,
  world: World,
  verb: MemoryVerb,
): { shown: string } | { refusal: TicketRefusal } {
  const ticket = ticketOf(layout, sessionId);
  if (ticket?.verb !== verb) return { refusal: 'none' };
  const fault = callFault(ticket, world);
  if (fault) return { refusal: fault };
  const taken: Ticket[] = [];
  revise(layout, sessionId, (state) => {
    if (readTicket(state?.ticket)?.call === ticket.call) taken.push(ticket);
    return state && { ...state, ticket: undefined };
  });
  if (taken.length === 0) return { refusal: 'none' };
  const age = world.now().getTime() - Date.parse(ticket.asked);
  return age >= 0 && age <= TICKET_LASTS ? { shown: ticket.shown } : { refusal: 'late' };
}

function ticketOf(layout: Layout, sessionId: string): Ticket | undefined {
  return readTicket(readState(layout, sessionId)?.ticket);
}

function callFault({ call, client, clock, command, transcript }: Ticket, world: World): TicketRefusal | null {
  if (!isRunning(client)) return 'another call';
  const shell = childAbove(world.parentPid, client.pid);
  if (shell === undefined) return 'unknown process';
  if (shell === null || !isShellFor(shell, command, clock)) return 'another call';
  return hasOutcome(transcript, call) ? 'decided' : null;
}

/**
 * Whether a child of the host was started after the question to run this command: Claude Code runs
 * `bash -c "source <snapshot> … && eval '<command>' < /dev/null && pwd -P >| <file>"`.
 */
function isShellFor({ started, args }: RunningProcess, command: string, clock: number): boolean {
  if (started <= clock) return false;
  const from = args.lastIndexOf(' eval ');
  if (from < 0) return false;
  const text = args.slice(from + ' eval '.length);
  return quotedForms(command).some((form) => text.startsWith(form) && /^(?: [^'"\n]*)?$/.test(text.slice(form.length)));
}

/** How a command is quoted for a shell: Claude Code writes a quote within single quotes as `'"'"'`. */
function quotedForms(command: string): string[] {
  return [`'"'"'`, `'\\''`].map((quote) => `'${command.replaceAll("'", quote)}'`);
}

/** Whether the transcript contains the outcome of a tool call. What was written before the question is skipped. */
function hasOutcome({ path, size }: Ticket['transcript'], call: string): boolean {
  for (const line of linesFrom(path, size)) if (line.includes(call) && isOutcome(line, call)) return true;
  return false;
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
