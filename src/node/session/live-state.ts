import { renameSync } from 'node:fs';
import { isSessionId } from '#src/chronicle/session-id.ts';
import type { Layout } from '#src/project/paths.ts';
import type { Installer } from '#src/record/installer.ts';
import { readBeginning } from '../disk/read-file.ts';
import { withLock } from '../store/lock.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { type HostMark, markOf, readMark } from '../store/running-process.ts';
import { writeTemporary } from '../store/work-directory.ts';
import type { World } from '../world.ts';

/** What hooks keep about a session while it lives: one file a session, the only such state. */
export interface LiveState extends HostMark {
  /** UTC, as the other times. */
  since: string;
  /** The real path of the directory it was started in. */
  directory?: string | undefined;
  /** Whose hook answered its last start. */
  start?: AnsweredStart | undefined;
  /** Since when a retro is open. */
  retro?: string | undefined;
  /** That a person was asked about a change of memory, until the answer is used. */
  ticket?: Ticket | undefined;
}

/** Where session-chronicle is installed twice, two hooks run at each start, and one of them answers. */
export interface AnsweredStart {
  by: Installer;
  /** What the host calls the kind of start. */
  source: string;
}

/** One question to a person, which allows one change of memory. */
export interface Ticket {
  /** UTC. */
  asked: string;
  /** The proposals that the person was shown; empty where the command does not tell them. */
  shown: string[];
  /** The tool call that was asked about, and the transcript in which its outcome will stand. */
  call?: string | undefined;
  transcript?: string | undefined;
}

/** Room for the ids of some hundred proposals. */
export const LARGEST_STATE = 16_384;

/** Only hooks and commands of the same session write an entry, each for an instant (ms). */
const PATIENCE = 500;

/** Where a session's state lies. */
export const entryOf = (layout: Layout, sessionId: string) => `${layout.live}/${sessionId}`;

const ownMark = (world: World): HostMark => ({
  ...markOf(Number(world.env.CLAUDE_PID) || world.parentPid),
  host: world.host,
});

/** The state of a session that begins. */
export const newState = (world: World): LiveState => ({ ...ownMark(world), since: world.now().toISOString() });

/** Null where there is no entry, or none that can be read. */
export function readState(layout: Layout, sessionId: string): LiveState | null {
  if (!isSessionId(sessionId)) return null;
  const text = readBeginning(entryOf(layout, sessionId), LARGEST_STATE) ?? '';
  const mark = readMark(text);
  if (!mark) return null;
  const { since, retro, ticket, directory, start }: Record<string, unknown> = JSON.parse(text);
  const state: LiveState = { ...mark, since: String(since), start: readStart(start), ticket: readTicket(ticket) };
  if (typeof directory === 'string') state.directory = directory;
  if (typeof retro === 'string') state.retro = retro;
  return state;
}

function readStart(value: unknown): AnsweredStart | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { by, source }: Record<string, unknown> = { ...value };
  if ((by !== 'plugin' && by !== 'settings' && by !== 'shared') || typeof source !== 'string') return undefined;
  return { by, source };
}

function readTicket(value: unknown): Ticket | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { asked, shown, call, transcript }: Record<string, unknown> = { ...value };
  if (typeof asked !== 'string' || !Array.isArray(shown)) return undefined;
  const words = (field: unknown) => (typeof field === 'string' ? field : undefined);
  return {
    asked,
    shown: shown.filter((id) => typeof id === 'string'),
    call: words(call),
    transcript: words(transcript),
  };
}

/** Puts a new state into the old one's place at once: a reader that found half of one would take a retro for closed. */
export function revise(layout: Layout, sessionId: string, edit: (state: LiveState | null) => LiveState | null): void {
  if (!isSessionId(sessionId)) return;
  const directory = privateDirectory(layout.live, layout.config);
  withLock(directory, sessionId, PATIENCE, () => {
    const state = edit(readState(layout, sessionId));
    if (!state) return;
    const text = Buffer.from(`${JSON.stringify(state)}\n`).toString('latin1');
    renameSync(writeTemporary(directory, text, { durable: false }), entryOf(layout, sessionId));
  });
}
