/**
 * The gate before memory changes: a person is asked first, in every permission mode. An agent that bypasses the hook has no
 * ticket, so `chronicle memory apply` refuses.
 *
 *     a change of memory by a plain command   the host asks; a ticket is left for exactly this call
 *     the same in any other form              refused, or asked about without a ticket, so that the command refuses
 *     a write to a memory or to our records   asked about while a retrospective is open, or refused
 *     a deletion with --yes                   asked about
 */
import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { type Env, pathsIn } from '#src/lib/env.ts';
import {
  CHRONICLE_FOLDER,
  isHistoryName,
  MEMORY_FOLDER,
  type MemoryPlace,
  memoryPlace,
  type Paths,
  pathsOf,
} from '#src/lib/paths.ts';
import { printable } from '#src/lib/text/plain.ts';
import { indexedPath } from '#src/record/find.ts';
import { isRetroOpen } from '#src/record/live.ts';
import { isAttended, type Payload } from '#src/record/payload.ts';
import {
  type GateAnswer,
  isDeletion,
  memoryRequestIn,
  type PlainRequest,
  runsCommand,
  shellCommand,
  writesFile,
  writtenPath,
} from './tool-call.ts';
import { type Proposal, type ProposalLines, readProposalLines } from './proposal-lines.ts';
import { dropTicket, leaveTicket } from './ticket.ts';
import { basename, dirname, resolve, sep } from 'node:path';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { namesIn } from '#src/lib/names-in.ts';

const PRINCIPLE = 'Memory changes only when a person approves.';

/** A tool call that the hook cannot read. */
const UNREADABLE = asking(`${PRINCIPLE} A retrospective is in progress, and the hook could not read this tool call.`);
/** A call that may change memory or delete records, if the hook failed. */
const FAILED = asking(
  `${PRINCIPLE} The hook failed, so it cannot tell what this tool call would change. chronicle doctor says why.`,
);
const DELETES = asking(
  'Only a person decides what is deleted. This command may delete recorded sessions for good, or remove session-chronicle, without asking again. Run in a terminal without --yes, it asks first.',
);

/**
 * What to answer to a tool call, or null if the gate does not mind it. Any call ends an earlier question of the same
 * session or subagent. A question about a plain change of memory leaves a ticket.
 */
export async function gate(env: Env, payload: Payload): Promise<GateAnswer | null> {
  const paths = pathsIn(env);
  const sessionId = payload.session_id;
  // Without its ticket's end, an earlier question is over all the same: the transcript says so.
  orElse(undefined, () => dropTicket(paths, sessionId, payload));
  if (writesFile(payload)) return answerToWrite(env, paths, payload);
  if (!runsCommand(payload)) return null;
  const command = shellCommand(payload);
  if (command === null) return isRetroOpen(paths, sessionId) ? UNREADABLE : null;
  const request = memoryRequestIn(command, sessionId);
  if (request === null) return isDeletion(command) ? DELETES : null;
  if (request.kind === 'refused') return { decision: 'deny', reason: request.reason };
  // Only a command of the Bash tool can be told from any other process.
  if (payload.tool_name !== 'Bash')
    return { decision: 'deny', reason: `${PRINCIPLE} Run this command with the Bash tool.` };
  if (request.kind === 'plain') return askedAbout(env, paths, payload, command, request);
  return asking(
    `${PRINCIPLE} This command may ${request.verb} proposals, but only a shell can tell which, so chronicle will refuse it even after a yes. It works as a single plain command: chronicle memory apply p-12150d.`,
  );
}

/**
 * Memories are guarded while a retrospective is open, our records always. Our records and what leads to a memory through a
 * link are refused: with permissions bypassed, the host ignores a hook that wants a question about those.
 */
function answerToWrite(env: Env, paths: Paths, payload: Payload): GateAnswer | null {
  const isOpen = isRetroOpen(paths, payload.session_id);
  const path = writtenPath(payload);
  const guarded = path === null ? undefined : guardedPath(paths, env, path, payload.cwd ?? env.cwd);
  if (path === null || guarded === undefined) return isOpen ? UNREADABLE : null;
  if (guarded === null || (guarded.kind === 'memory' && !isOpen)) return null;
  const name = displayName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
  if (guarded.kind === 'record')
    return {
      decision: 'deny',
      reason: `${PRINCIPLE} ${name} belongs to session-chronicle: its record of proposals, changes and answers, or its programs. Only its commands write them.`,
    };
  if (guarded.isLinked)
    return {
      decision: 'deny',
      reason: `${PRINCIPLE} ${name} leads through a link to a memory. Name the memory itself, or propose the change with chronicle memory propose.`,
    };
  return asking(
    `${PRINCIPLE} A retrospective is in progress, and this would write ${name} without a proposal. A change made with chronicle memory propose keeps its evidence and can be undone.`,
  );
}

/** The question about a call that the hook cannot read; null if no retrospective is in progress. */
export function gateUnread(env: Env): GateAnswer | null {
  return isRetroOpen(pathsIn(env), env.variables.CLAUDE_CODE_SESSION_ID ?? '') ? UNREADABLE : null;
}

/** A path on which memories or our own records may lie, as far as its words tell. */
const OUR_PLACE = /[\\/](?:memory|chronicle|session-chronicle)[\\/]/i;

/** The question about a call of which `gate` failed; null for one that plainly changes no memory and deletes nothing. */
export function gateFailed(payload: Payload): GateAnswer | null {
  const isMeant = orElse(true, () => {
    const command = shellCommand(payload);
    const path = writtenPath(payload);
    if (command === null) return path !== null && OUR_PLACE.test(path);
    return memoryRequestIn(command, payload.session_id) !== null || isDeletion(command);
  });
  return isMeant ? FAILED : null;
}

/** The question about a plain change. It leaves a ticket, and makes the host add the ticket's proof to the command. */
async function askedAbout(
  env: Env,
  paths: Paths,
  payload: Payload,
  command: string,
  request: PlainRequest,
): Promise<GateAnswer> {
  const { session_id: sessionId, tool_use_id: call, transcript_path: path, agent_id: agent = null } = payload;
  const place = orElse(null, () => placeOf(paths, sessionId));
  const lines = orElse(NO_LINES, () => (place ? readProposalLines(place) : NO_LINES));
  const all = [...lines.values()].map(({ proposal }) => proposal);
  const isAsked = ({ id, state, session_id }: Proposal) =>
    request.isAll ? state === 'open' && session_id === sessionId : request.ids.includes(id);
  const known = all.filter(isAsked);
  const ids = request.isAll ? known.map(({ id }) => id) : request.ids;
  const question = asking(changeQuestion({ ...request, ids }, known));
  // In an unattended session the host refuses the call, and the ticket would be left for a later one. A proof can only be added
  // where the command ends: not after a heredoc.
  const isOneLine = !command.trim().includes('\n');
  if (!place || ids.length === 0 || !call || !path || !isAttended(env.variables) || !isOneLine) return question;
  try {
    // node:crypto takes as long to load as the rest of the hook, so only a question loads it.
    const { newProof, proofDigest, shownDigest, withProof } = await import('./approval.ts');
    const { verb } = request;
    // Of the same reading as the question: nothing that was written between the two is approved.
    const shown = shownDigest(place, verb, ids, lines);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const proof = newProof();
    const ticket = { call, verb, proof: proofDigest(proof), shown, transcript: { path, size }, agent };
    leaveTicket(paths, sessionId, env, ticket);
    return { ...question, input: { ...Object(payload.tool_input), command: withProof(command, proof) } };
  } catch {
    // The person is still asked; without a ticket the command then refuses and says why.
    return question;
  }
}

const NO_LINES: ProposalLines = new Map();

/** How many lines fit on a terminal together with the command. */
const MOST_LISTED = 8;
const LONGEST_NAME = 100;

/** The question about a plain command, with one line per proposal that it would decide. */
function changeQuestion({ verb, ids }: PlainRequest, known: readonly Proposal[]): string {
  const unknown = ids.filter((id) => known.every((proposal) => proposal.id !== id));
  const lines = [
    ...known.map(({ id, action, file }) => `${id} ${action} ${displayName(file)}`),
    ...unknown.map((id) => `${id} (no such proposal in this project)`),
  ];
  if (lines.length === 0)
    return `${PRINCIPLE} This session has no open proposals, so this command has nothing to ${verb}.`;
  const more = lines.length > MOST_LISTED ? [`and ${lines.length - MOST_LISTED} more`] : [];
  return [`${PRINCIPLE} This would ${verb}:`, ...lines.slice(0, MOST_LISTED), ...more].join('\n');
}

/** A file name on one line and of bounded length. */
function displayName(name: string): string {
  return printable(name.replace(/\s+/g, ' ')).slice(0, LONGEST_NAME);
}

/** Where the memories of a session's project are; null if the project is unknown. */
function placeOf(paths: Paths, sessionId: string): MemoryPlace | null {
  const chronicle = indexedPath(paths, sessionId);
  const directory = chronicle?.slice(paths.projects.length + 1).split('/')[0];
  return directory === undefined ? null : memoryPlace(paths, directory);
}

function asking(reason: string): GateAnswer {
  return { decision: 'ask', reason };
}

function orElse<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** A file that the agent should not write with its own tools. */
export interface GuardedPath {
  /** One of Claude Code's memories, or our records of changes, logged events and running sessions, and our hooks' programs. */
  kind: 'memory' | 'record';
  /** Whether the path only leads there, through a link. */
  isLinked: boolean;
}

/**
 * What a path is, or would become, if it is guarded: a file in the memory directory of a project, our proposals, backups
 * and history, the state of a running session, or a program that our hooks run. Null for
 * anything else; undefined if it cannot be checked.
 */
function guardedPath(paths: Paths, env: Env, path: string, cwd: string): GuardedPath | null | undefined {
  try {
    const named = spellings(path, env.home).map((each) => resolve(cwd, each));
    const places = [paths, pathsOf(realPathOf(paths.config))];
    const kinds = named.map((each) => kindIn(places, each)).filter((kind) => kind !== null);
    if (kinds[0]) return { kind: kinds[0], isLinked: false };
    for (const each of named) {
      const real = realPathOf(each);
      const kind = kindIn(places, real) ?? (isMemoryTwin(paths, real) ? 'memory' : null);
      if (kind) return { kind, isLinked: true };
    }
    return null;
  } catch {
    return undefined;
  }
}

/** The host removes blanks around a path and resolves `~`. */
function spellings(path: string, home: string): string[] {
  if (path.includes('\0')) throw new ChronicleError('CHRONICLE_WRONG_USE', 'The path contains a NUL character.');
  const trimmed = path.trim();
  const expanded = /^~(?=[\\/]|$)/.test(trimmed) ? `${home}${trimmed.slice(1)}` : trimmed;
  return [...new Set([path, trimmed, expanded])];
}

function kindIn(places: readonly Paths[], file: string): GuardedPath['kind'] | null {
  for (const { projects, live, app } of places) {
    if ([live, app].some((own) => partsBelow(own, file))) return 'record';
    const [, folder, name = '', ...rest] = partsBelow(projects, file) ?? [];
    if (folder === MEMORY_FOLDER && name !== '') return 'memory';
    const isOwn = name === MEMORY_FOLDER ? rest.length > 0 : isHistoryName(name) && rest.length === 0;
    if (folder === CHRONICLE_FOLDER && isOwn) return 'record';
  }
  return null;
}

/** The parts of a path below a directory, in lower case, for file systems that ignore case. Null for any other path. */
function partsBelow(directory: string, file: string): string[] | null {
  const below = `${resolve(directory)}${sep}`.toLowerCase();
  const name = file.toLowerCase();
  return name.startsWith(below) && name.length > below.length ? name.slice(below.length).split(sep) : null;
}

/** Whether a file is a memory under another name: a hard link, which no path shows. */
function isMemoryTwin({ projects }: Paths, path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.nlink < 2) return false;
  return namesIn(projects).some((project) => {
    const memory = `${projects}/${project}/${MEMORY_FOLDER}`;
    return namesIn(memory).some((name) => {
      const other = lstatSync(`${memory}/${name}`, { throwIfNoEntry: false });
      return other?.ino === stats.ino && other.dev === stats.dev;
    });
  });
}

/** The real path of a file that may not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    // Writing to a link without a target creates the target.
    if (isLink) return realPathOf(resolve(dirname(path), readlinkSync(path)));
    return resolve(realPathOf(dirname(path)), basename(path));
  }
}
