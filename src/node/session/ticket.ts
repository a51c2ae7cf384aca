/**
 * The ticket that the gate leaves when it makes the host ask a person about a change of memory. It describes one tool call
 * exactly, and is good for that call only.
 */
import { MEMORY_VERBS, type MemoryVerb } from '#src/memory/proposals/shown.ts';
import { isRecord } from '#src/value/is-record.ts';

export interface Ticket {
  /** When the person was asked. UTC. */
  asked: string;
  /** The host's id of the tool call. */
  call: string;
  verb: MemoryVerb;
  /** The shell command as the agent wrote it. */
  command: string;
  /** The SHA-256 of what the hook added to the command, see `withProof`. Two installations ask about the same call. */
  proofs: string[];
  /** The digest of what the question listed, see `shownDigest`. */
  shown: string;
  /** The host's process, whose child the allowed command will be, and when that process was started. */
  client: { pid: number; started: string | null };
  /** The moment of the question on the clock of `processClock`: the allowed command starts later. */
  clock: number;
  /** The transcript that will show the outcome of the call, and how long it was (bytes). */
  transcript: { path: string; size: number };
  /** The subagent that made the call; null for the session itself. */
  agent: string | null;
}

/** Decodes a ticket; undefined for anything else. */
export function readTicket(value: unknown): Ticket | undefined {
  if (!isRecord(value)) return undefined;
  const { asked, call, verb, command, proofs, shown, client, clock, transcript, agent } = value;
  const known = MEMORY_VERBS.find((each) => each === verb);
  if (known === undefined || !isRecord(client) || !isRecord(transcript)) return undefined;
  const { pid, started } = client;
  const { path, size } = transcript;
  if (![asked, call, command, shown, path].every((field) => typeof field === 'string' && field !== ''))
    return undefined;
  const digests = Array.isArray(proofs) ? proofs.filter((proof) => typeof proof === 'string') : [];
  if (digests.length === 0) return undefined;
  if (![pid, clock, size].every((field) => typeof field === 'number' && Number.isFinite(field))) return undefined;
  return {
    asked: String(asked),
    call: String(call),
    verb: known,
    command: String(command),
    proofs: digests,
    shown: String(shown),
    client: { pid: Number(pid), started: typeof started === 'string' ? started : null },
    clock: Number(clock),
    transcript: { path: String(path), size: Number(size) },
    agent: typeof agent === 'string' ? agent : null,
  };
}
