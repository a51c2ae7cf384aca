import type { MemoryVerb } from '#src/memory/proposals/shown.ts';
import type { Layout } from '#src/project/paths.ts';
import { linesFrom } from '../disk/lines-from.ts';
import { childAbove, type RunningProcess } from '../store/process-tree.ts';
import { isRunning } from '../store/running-process.ts';
import type { World } from '../world.ts';
import { ticketOf } from './leave-ticket.ts';
import { revise } from './live-state.ts';
import { proofDigest, withProof } from './proof.ts';
import { readTicket, type Ticket } from './ticket.ts';

/** How long an answer is valid (ms). */
const TICKET_LASTS = 2 * 60 * 1000;

/** Why there is no ticket for a command. */
export type TicketRefusal =
  /** Nobody was asked, or the question was about something else. */
  | 'none'
  /** This process is not the call that the question was about. */
  | 'another call'
  /** The command lacks the proof that the hook added to it. */
  | 'no proof'
  /** The system does not tell which process this is. */
  | 'unknown process'
  /** The question is too old. */
  | 'late'
  /** The transcript has an outcome for the call: the person said no, or it has run. */
  | 'decided';

/**
 * Uses up the session's ticket, and returns the digest of what the person was shown. Only the call that the host made
 * after the person's yes gets it: this process has to descend from a child of the host that was started after the question
 * to run exactly the command in question, with the proof that only the host knows until then, and the transcript must not
 * have an outcome for the call. To anything else the ticket is refused and stays where it is. Of two concurrent processes,
 * only one gets it.
 */
export function takeTicket(
  layout: Layout,
  sessionId: string,
  world: World,
  { verb, proof }: { verb: MemoryVerb; proof: string | undefined },
): { shown: string } | { refusal: TicketRefusal } {
  const ticket = ticketOf(layout, sessionId);
  if (ticket?.verb !== verb) return { refusal: 'none' };
  const fault = callFault(ticket, world, proof);
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

function callFault(
  { call, client, clock, command, proofs, transcript }: Ticket,
  world: World,
  proof: string | undefined,
): TicketRefusal | null {
  if (!isRunning(client)) return 'another call';
  const shell = childAbove(world.parentPid, client.pid);
  if (shell === undefined) return 'unknown process';
  const allowed = proof === undefined ? command : withProof(command, proof);
  if (shell === null || !isShellFor(shell, allowed, clock)) return 'another call';
  if (proof === undefined || !proofs.includes(proofDigest(proof))) return 'no proof';
  return hasOutcome(transcript, call) ? 'decided' : null;
}

/**
 * Whether a child of the host was started after the question to run this command: Claude Code runs
 * `bash -c "source <snapshot> … && eval '<command>' < /dev/null && pwd -P >| <file>"`. A shell can make itself look like
 * this, hence the proof.
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
