/**
 * The gate before memory changes: a person is asked first, in every permission mode. An agent that bypasses the hook has no
 * ticket, so `chronicle memory apply` refuses.
 */

import { statSync } from 'node:fs';
import { dropTicket, leaveTicket } from '#src/memory/ticket.ts';
import { type Layout, type MemoryPlace, memoryPlace } from '#src/lib/paths.ts';
import { isDeletion } from '#src/memory/deletion.ts';
import {
  type AskedProposal,
  BASH_ONLY,
  changeQuestion,
  DELETION_QUESTION,
  FAILED_QUESTION,
  fileQuestion,
  linkRefusal,
  recordRefusal,
  UNREADABLE_QUESTION,
  unreadableQuestion,
} from '#src/memory/gate-question.ts';
import { memoryRequestIn, type PlainRequest } from '#src/memory/memory-change.ts';
import type { Payload } from '#src/record/payload.ts';
import { type GateAnswer, runsCommand, shellCommand, writesFile, writtenPath } from '#src/memory/pre-tool-use.ts';
import { isAttended } from '#src/record/session-start.ts';
import { readLastLines } from '../lib/read-end.ts';
import { indexedPath } from '../record/index-entry.ts';
import { isRetroOpen } from '../record/live.ts';
import { layoutIn, type World } from '../lib/world.ts';
import { guardedPath } from './guarded-path.ts';

/**
 * What to answer to a tool call, or null if the gate does not mind it. Any call ends an earlier question of the same
 * session or subagent. A question about a plain change of memory leaves a ticket.
 */
export async function gate(world: World, payload: Payload): Promise<GateAnswer | null> {
  const layout = layoutIn(world);
  const sessionId = payload.session_id;
  orNothing(() => dropTicket(layout, sessionId, payload));
  if (writesFile(payload)) return answerToWrite(world, layout, payload);
  if (!runsCommand(payload)) return null;
  const command = shellCommand(payload);
  if (command === null) return isRetroOpen(layout, sessionId) ? asking(UNREADABLE_QUESTION) : null;
  const request = memoryRequestIn(command, sessionId);
  if (request?.kind === 'refused') return { decision: 'deny', reason: request.reason };
  if (request && payload.tool_name !== 'Bash') return { decision: 'deny', reason: BASH_ONLY };
  if (request?.kind === 'plain') return askedAbout(world, layout, payload, command, request);
  if (request) return asking(unreadableQuestion(request.verb));
  return isDeletion(command) ? asking(DELETION_QUESTION) : null;
}

/**
 * Memories are guarded while a retrospective is open, our records always. Our records and what leads to a memory through a
 * link are refused: with permissions bypassed, the host ignores a hook that wants a question about those.
 */
function answerToWrite(world: World, layout: Layout, payload: Payload): GateAnswer | null {
  const isOpen = isRetroOpen(layout, payload.session_id);
  const path = writtenPath(payload);
  const guarded = path === null ? undefined : guardedPath(layout, world, path, payload.cwd ?? world.cwd);
  if (path === null || guarded === undefined) return isOpen ? asking(UNREADABLE_QUESTION) : null;
  if (guarded === null || (guarded.kind === 'memory' && !isOpen)) return null;
  if (guarded.kind === 'record') return { decision: 'deny', reason: recordRefusal(path) };
  return guarded.isLinked ? { decision: 'deny', reason: linkRefusal(path) } : asking(fileQuestion(path));
}

/** The question about a call that the hook cannot read; null if no retrospective is in progress. */
export function gateUnread(world: World): GateAnswer | null {
  return isRetroOpen(layoutIn(world), world.env.CLAUDE_CODE_SESSION_ID ?? '') ? asking(UNREADABLE_QUESTION) : null;
}

/** A path on which memories or our own records may lie, as far as its words tell. */
const OUR_PLACE = /[\\/](?:memory|chronicle|session-chronicle)[\\/]/i;

/** The question about a call of which `gate` failed; null for one that plainly changes no memory and deletes nothing. */
export function gateFailed(payload: Payload): GateAnswer | null {
  try {
    const command = shellCommand(payload);
    const path = writtenPath(payload);
    const isMeant =
      command === null
        ? path !== null && OUR_PLACE.test(path)
        : memoryRequestIn(command, payload.session_id) !== null || isDeletion(command);
    return isMeant ? asking(FAILED_QUESTION) : null;
  } catch {
    return asking(FAILED_QUESTION);
  }
}

const asking = (reason: string): GateAnswer => ({ decision: 'ask', reason });

/** The question about a plain change. It leaves a ticket, and makes the host add the ticket's proof to the command. */
async function askedAbout(
  world: World,
  layout: Layout,
  payload: Payload,
  command: string,
  request: PlainRequest,
): Promise<GateAnswer> {
  const { session_id: sessionId, tool_use_id: call, transcript_path: path, agent_id: agent = null } = payload;
  const place = placeOf(layout, sessionId);
  const known = place ? orEmpty(() => askedProposals(place, sessionId, request)) : [];
  const ids = request.isAll ? known.map(({ id }) => id) : request.ids;
  const question = asking(changeQuestion({ ...request, ids }, known));
  // In an unattended session the host refuses the call, and the ticket would be left for a later one.
  if (!place || ids.length === 0 || !call || !path || !isAttended(world.env) || !isOneLine(command)) return question;
  try {
    // node:crypto takes as long to load as the rest of the hook, so only a question loads it.
    const [{ shownDigest }, { newProof, proofDigest, withProof }] = await Promise.all([
      import('./shown-digest.ts'),
      import('#src/memory/approval.ts'),
    ]);
    const { verb } = request;
    const listed = ids.map((id) => known.find((each) => each.id === id) ?? { id, line: null, file: null });
    const shown = shownDigest(place, verb, listed);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const proof = newProof();
    const ticket = { call, verb, proofs: [proofDigest(proof)], shown, transcript: { path, size }, agent };
    leaveTicket(layout, sessionId, world, ticket);
    return { ...question, input: { ...Object(payload.tool_input), command: withProof(command, proof) } };
  } catch {
    // The person is still asked; without a ticket the command then refuses and says why.
    return question;
  }
}

/** A proof can only be added where the command ends: not after a heredoc. */
function isOneLine(command: string): boolean {
  return !command.trim().includes('\n');
}

/** Where the memories of a session's project are; null if the project is unknown. */
function placeOf(layout: Layout, sessionId: string): MemoryPlace | null {
  const chronicle = indexedPath(layout, sessionId);
  return chronicle === null
    ? null
    : memoryPlace(layout, chronicle.slice(layout.projects.length + 1).split('/')[0] ?? '');
}

/** Without its ticket's end, an earlier question is over all the same: the transcript says so. */
function orNothing(work: () => void): void {
  orEmpty(() => {
    work();
    return [];
  });
}

function orEmpty<T>(work: () => T[]): T[] {
  try {
    return work();
  } catch {
    return [];
  }
}

/** How much of the proposals file is read: its end, with the newest (bytes). A person waits for this. */
const TAIL = 16 * 1024 * 1024;

/**
 * The proposals that a change is about, from the project's file: those it names, or with `all` the session's open ones. The
 * last line with an id counts. Decoded by hand, as the schema library would cost more than the rest of the hook.
 */
function askedProposals(place: MemoryPlace, sessionId: string, { ids, isAll }: PlainRequest): KnownProposal[] {
  const known = new Map<string, ReadProposal>();
  for (const line of readLastLines(place.proposals, TAIL) ?? []) {
    const proposal = decode(line);
    if (proposal) known.set(proposal.id, proposal);
  }
  return [...known.values()].filter(({ id, state, session_id }) =>
    isAll ? state === 'open' && session_id === sessionId : ids.includes(id),
  );
}

interface KnownProposal extends AskedProposal {
  line: string;
}

interface ReadProposal extends KnownProposal {
  state: unknown;
  session_id: unknown;
}

function decode(line: string): ReadProposal | null {
  try {
    const { id, action, file, state, session_id }: Record<string, unknown> = JSON.parse(line);
    if (typeof id !== 'string' || typeof file !== 'string' || typeof action !== 'string') return null;
    if (!/^p-[0-9a-f]{6,64}$/.test(id) || !/^[A-Z]+\??$/.test(action) || !/^[^/\\]+\.md$/.test(file)) return null;
    return { id, action, file, state, session_id, line };
  } catch {
    return null;
  }
}
