import { lstatSync, unlinkSync } from 'node:fs';
import { isSessionId } from '#src/chronicle/session-id.ts';
import type { Layout } from '#src/project/paths.ts';
import { namesIn } from '../disk/names-in.ts';
import { readLastLines } from '../disk/read-end.ts';
import { readBeginning } from '../disk/read-file.ts';
import { requireWithin } from '../store/private-directory.ts';
import { isRunning, readMark } from '../store/running-process.ts';
import type { World } from '../world.ts';
import { writeSmallFile } from './index-entry.ts';
import {
  type AnsweredStart,
  entryOf,
  LARGEST_STATE,
  type LiveState,
  newState,
  readState,
  revise,
  type Ticket,
} from './live-state.ts';

/** More ids than these are not kept: the ticket is then for any. */
const MOST_SHOWN = 300;

/** A person who was asked answers within this, or is asked again (ms). */
const TICKET_LASTS = 60 * 60 * 1000;

/** An entry that cannot be read may be about to be written, unless it is older than this (ms). */
const BEING_WRITTEN = 10_000;

/** The host runs the hooks of one start at once; one that comes later than this belongs to another (ms). */
const ONE_START = 10_000;

/** A start of a session, as its hook sees it. */
interface Start extends AnsweredStart {
  /** The real path of the directory it was started in. */
  directory: string;
}

/**
 * Notes that a session is running, and in which process. An open retro and an unused ticket are kept if the session
 * only goes on after a compaction, and forgotten otherwise. False, with nothing changed, if another installer's hook
 * has noted this very start: then that one answers it. The caller holds a lock of the session's.
 */
export function noteStart(layout: Layout, sessionId: string, world: World, start: Start): boolean {
  const { directory, ...answered } = start;
  const state: LiveState = { ...newState(world), directory, start: answered };
  const earlier = readState(layout, sessionId);
  if (earlier && isNoted(earlier, state, answered)) return false;
  if (earlier && start.source === 'compact') revise(layout, sessionId, (current) => ({ ...current, ...state }));
  else writeSmallFile(layout, entryOf(layout, sessionId), `${JSON.stringify(state)}\n`);
  return true;
}

function isNoted(earlier: LiveState, { pid, host, since }: LiveState, { by, source }: AnsweredStart): boolean {
  if (earlier.pid !== pid || earlier.host !== host) return false;
  if (earlier.start?.source !== source || earlier.start.by === by) return false;
  return Math.abs(Date.parse(since) - Date.parse(earlier.since)) < ONE_START;
}

/** Notes that the session reviews itself: from here on its writes to memory are asked about. */
export function openRetro(layout: Layout, sessionId: string, world: World): void {
  const retro = world.now().toISOString();
  revise(layout, sessionId, (state) => ({ ...(state ?? newState(world)), retro }));
}

/** Notes that the session has finished its retro. Does nothing where none is open. */
export function closeRetro(layout: Layout, sessionId: string): void {
  if (isRetroOpen(layout, sessionId)) revise(layout, sessionId, (state) => state && { ...state, retro: undefined });
}

/** Whether the session reviews itself. An entry that cannot be read, and a text that is no session's id, have no retro. */
export function isRetroOpen(layout: Layout, sessionId: string): boolean {
  return readState(layout, sessionId)?.retro !== undefined;
}

/** Notes that a person is being asked about a change of memory, which allows one `chronicle memory apply` or `undo`. */
export function noteAsked(layout: Layout, sessionId: string, world: World, question: Omit<Ticket, 'asked'>): void {
  const shown = question.shown.length > MOST_SHOWN ? [] : question.shown;
  const ticket = { ...question, shown, asked: world.now().toISOString() };
  revise(layout, sessionId, (state) => ({ ...(state ?? newState(world)), ticket }));
}

/**
 * Uses up the session's ticket. False if there is none, if it is older than an hour, if `ids` name a
 * proposal that the person was not shown, or if the transcript holds the outcome of the call that
 * was asked about: then the person said no, and this is another call. Of two processes at once, one gets it.
 */
export function takeTicket(layout: Layout, sessionId: string, now: Date, ids: readonly string[] = []): boolean {
  if (readState(layout, sessionId)?.ticket === undefined) return false;
  const taken: Ticket[] = [];
  revise(layout, sessionId, (state) => {
    if (state?.ticket) taken.push(state.ticket);
    return state && { ...state, ticket: undefined };
  });
  return taken.some((ticket) => isFor(ticket, now, ids));
}

function isFor({ asked, shown, call, transcript }: Ticket, now: Date, ids: readonly string[]): boolean {
  const age = now.getTime() - Date.parse(asked);
  if (!(age >= 0 && age <= TICKET_LASTS)) return false;
  if (shown.length > 0 && !ids.every((id) => shown.includes(id))) return false;
  return call === undefined || transcript === undefined || !hasOutcome(transcript, call);
}

/** Notes that a session is over. Deletes nothing where a link leads out of <config>. */
export function removeLive(layout: Layout, sessionId: string): void {
  try {
    requireWithin(layout.live, layout.config);
    unlinkSync(entryOf(layout, sessionId));
  } catch {
    // It had none, or a sweep was faster.
  }
}

/**
 * Sessions of this host whose process is gone although they were never ended, but for one that is known to run; an entry
 * that cannot be read counts as one.
 */
export function orphans(layout: Layout, host: string, running?: string): string[] {
  return namesIn(layout.live).filter((name) => name !== running && isSessionId(name) && isOrphan(layout, name, host));
}

function isOrphan(layout: Layout, sessionId: string, host: string): boolean {
  const path = entryOf(layout, sessionId);
  const mark = readMark(readBeginning(path, LARGEST_STATE) ?? '');
  if (mark) return mark.host === host && !isRunning(mark);
  const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Date.now() - written > BEING_WRITTEN;
}

/** What a session writes between a question and the command it was about is far less (bytes). */
const TAIL = 1024 * 1024;

/** Whether Claude Code's transcript says how a tool call ended; false where it cannot be read. */
function hasOutcome(transcript: string, call: string): boolean {
  return (readLastLines(transcript, TAIL) ?? []).some((line) => line.includes(call) && isOutcome(line, call));
}

function isOutcome(line: string, call: string): boolean {
  try {
    const content: unknown = JSON.parse(line)?.message?.content;
    return (
      Array.isArray(content) && content.some((block) => block?.type === 'tool_result' && block?.tool_use_id === call)
    );
  } catch {
    // The line that is being written.
    return false;
  }
}
