/**
 * The gate before memory changes: a person is asked first, in every permission mode. An agent that bypasses the hook has no
 * ticket, so `chronicle memory apply` refuses.
 */

import { realpathSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { isErrno } from '#src/project/chronicle-error.ts';
import { type Layout, MEMORY_FOLDER, memoryPlace } from '#src/project/paths.ts';
import {
  type AskedProposal,
  changeQuestion,
  fileQuestion,
  type MemoryChange,
  memoryChangeIn,
  UNREADABLE_QUESTION,
} from '#src/record/memory-change.ts';
import type { Payload } from '#src/record/payload.ts';
import { commandOf, writesFile, writtenPath } from '#src/record/pre-tool-use.ts';
import { isAttended } from '#src/record/session-start.ts';
import { readLastLines } from '../disk/read-end.ts';
import { indexedPath } from '../session/index-entry.ts';
import { isRetroOpen, noteAsked } from '../session/live.ts';
import { layoutIn, type World } from '../world.ts';

/** The question to ask a person before this tool call, or null. A question about `apply` or `undo` leaves a ticket. */
export function gate(world: World, payload: Payload): string | null {
  const layout = layoutIn(world);
  const sessionId = payload.session_id;
  if (writesFile(payload)) {
    if (!isRetroOpen(layout, sessionId)) return null;
    const path = writtenPath(payload);
    if (path === null) return UNREADABLE_QUESTION;
    return isMemoryFile(layout, path, payload.cwd ?? world.cwd) ? fileQuestion(path) : null;
  }
  if (payload.tool_name !== 'Bash') return null;
  const command = commandOf(payload);
  if (command === null) return isRetroOpen(layout, sessionId) ? UNREADABLE_QUESTION : null;
  const change = memoryChangeIn(command);
  if (!change) return null;
  const known = orEmpty(() => askedProposals(layout, sessionId, change));
  const ids = change.isAll ? known.map(({ id }) => id) : change.ids;
  // In an unattended session the host refuses the call, and the ticket would be left for a later one.
  if (isAttended(world.env)) leaveTicket(layout, world, payload, change.isOpen && !change.isAll ? [] : ids);
  return changeQuestion(change, known);
}

/** The question about a call that the hook cannot read; null if no retrospective is in progress. */
export function gateUnread(world: World): string | null {
  return isRetroOpen(layoutIn(world), world.env.CLAUDE_CODE_SESSION_ID ?? '') ? UNREADABLE_QUESTION : null;
}

function leaveTicket(layout: Layout, world: World, payload: Payload, shown: string[]): void {
  try {
    const { tool_use_id: call, transcript_path: transcript } = payload;
    noteAsked(layout, payload.session_id, world, { shown, call, transcript });
  } catch {
    // The person is still asked; without a ticket the command then refuses and says why.
  }
}

function orEmpty<T>(work: () => T[]): T[] {
  try {
    return work();
  } catch {
    return [];
  }
}

/**
 * Whether a path is, or would become, a file in the `memory` directory of a Claude Code project. Follows links. A path
 * that cannot be checked counts as one.
 */
function isMemoryFile(layout: Layout, path: string, cwd: string): boolean {
  const named = resolve(cwd, path);
  const places: [projects: string, path: string][] = [[layout.projects, named]];
  try {
    places.push([realpathSync.native(layout.projects), realPathOf(named)]);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) return true;
  }
  return places.some(([projects, file]) => isInMemory(resolve(projects), file));
}

/** Ignores case, for case-insensitive file systems. */
function isInMemory(projects: string, file: string): boolean {
  const below = `${projects}${sep}`;
  if (!file.toLowerCase().startsWith(below.toLowerCase())) return false;
  const [project, directory, ...rest] = file.slice(below.length).split(sep);
  return project !== '' && directory?.toLowerCase() === MEMORY_FOLDER && rest.length > 0;
}

/** The real path of a file that may not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    return resolve(realPathOf(dirname(path)), basename(path));
  }
}

/** How much of the proposals file is read: its end, with the newest (bytes). A person waits for this. */
const TAIL = 2 * 1024 * 1024;

/**
 * The proposals that a change is about, from the project's file: those it names, or with `all` the session's open ones.
 * Empty if the session's project is unknown. Decoded by hand, as the schema library would cost more than the rest of the
 * hook.
 */
function askedProposals(layout: Layout, sessionId: string, { ids, isAll }: MemoryChange): AskedProposal[] {
  const chronicle = indexedPath(layout, sessionId);
  if (chronicle === null) return [];
  const projectDirectory = chronicle.slice(layout.projects.length + 1).split('/')[0] ?? '';
  const lines = readLastLines(memoryPlace(layout, projectDirectory).proposals, TAIL) ?? [];
  return lines.flatMap((line) => {
    const proposal = decode(line);
    if (!proposal) return [];
    const { id, action, file, state, session_id } = proposal;
    const isNamed = isAll ? state === 'open' && session_id === sessionId : ids.includes(id);
    return isNamed ? [{ id, action, file }] : [];
  });
}

function decode(line: string): (AskedProposal & { state: unknown; session_id: unknown }) | null {
  try {
    const { id, action, file, state, session_id }: Record<string, unknown> = JSON.parse(line);
    if (typeof id !== 'string' || typeof file !== 'string' || typeof action !== 'string') return null;
    return /^p-[0-9a-f]{6,64}$/.test(id) && /^[A-Z]+\??$/.test(action) ? { id, action, file, state, session_id } : null;
  } catch {
    return null;
  }
}
