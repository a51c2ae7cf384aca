/**
 * The gate before memory: what a person is asked about before the agent does it. It answers `ask`
 * in every permission mode; an agent that gets round the hook has no ticket, and `chronicle memory
 * apply` refuses.
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

/** What a person is asked before this tool call, or null. A question about `apply` or `undo` leaves a ticket. */
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
  const known = orNone(() => askedProposals(layout, sessionId, change));
  const ids = change.isAll ? known.map(({ id }) => id) : change.ids;
  // Where nobody can be asked, the host refuses the call, and a ticket would be left for another.
  if (isAttended(world.env)) leaveTicket(layout, world, payload, change.isOpen && !change.isAll ? [] : ids);
  return changeQuestion(change, known);
}

/** What a person is asked about a call that the hook cannot read, or null where no retro is open. */
export function gateUnread(world: World): string | null {
  return isRetroOpen(layoutIn(world), world.env.CLAUDE_CODE_SESSION_ID ?? '') ? UNREADABLE_QUESTION : null;
}

function leaveTicket(layout: Layout, world: World, payload: Payload, shown: string[]): void {
  try {
    const { tool_use_id: call, transcript_path: transcript } = payload;
    noteAsked(layout, payload.session_id, world, { shown, call, transcript });
  } catch {
    // Without a ticket the command refuses and says so; the person is asked all the same.
  }
}

function orNone<T>(work: () => T[]): T[] {
  try {
    return work();
  } catch {
    return [];
  }
}

/**
 * Whether a path is, or would become, a file below the `memory` directory of a project of Claude Code.
 * Links are followed. A path that cannot be looked at counts as one.
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

/** Also on file systems that do not tell case apart. */
function isInMemory(projects: string, file: string): boolean {
  const below = `${projects}${sep}`;
  if (!file.toLowerCase().startsWith(below.toLowerCase())) return false;
  const [project, directory, ...rest] = file.slice(below.length).split(sep);
  return project !== '' && directory?.toLowerCase() === MEMORY_FOLDER && rest.length > 0;
}

/** The real path of a file that need not exist. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    return resolve(realPathOf(dirname(path)), basename(path));
  }
}

/** The newest proposals are the last; a person waits for this (bytes). */
const TAIL = 2 * 1024 * 1024;

/**
 * The proposals that a change is about, as the project's file has them: those it names, or with `all` the
 * open ones of this session. Empty where the session's project is not known. Decoded by hand, as
 * the schema library would cost the hook more than all the rest.
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
