import { isSessionId } from '#src/format/session-id.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import type { Layout } from '#src/lib/paths.ts';
import type { Installer } from '#src/record/payload.ts';
import { asBytes } from '../lib/latin1.ts';
import { readBeginning } from '../lib/read-file.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { type HostMark, markOf, readMark } from '../lib/running-process.ts';
import type { World } from '../lib/world.ts';

/** What the hooks know about a running session: one file per session, and their only state. */
export interface LiveState extends HostMark {
  /** UTC, like the other times. */
  since: string;
  /** The real path of its start directory. */
  directory?: string | undefined;
  /** Which installation's hook answered its last start. */
  start?: AnsweredStart | undefined;
  /** The path of its transcript, as the host named it. A killed session has no other record of it. */
  transcript?: string | undefined;
  /** How its process came to this session. Compactions do not change it. */
  began?: Began | undefined;
  /** When the retrospective in progress began. */
  retro?: string | undefined;
  /** A question to a person about a change of memory, until the answer is used. Read by `readTicket`. */
  ticket?: unknown;
}

/** How and when a session began or continued in its present process. */
export interface Began {
  /** The host's name for it: `startup`, `resume`, `fork` or `clear`. */
  source: string;
  /** UTC. */
  at: string;
}

/** If session-chronicle is installed twice, two hooks run at each start and one of them answers. */
export interface AnsweredStart {
  by: Installer;
  /** The host's name for the kind of start, such as `resume`. */
  source: string;
}

/** The largest state file: room for two paths and the longest command of a ticket (bytes). */
export const LARGEST_STATE = 16_384;

/** How long to wait for the lock (ms). Only the session's own hooks and commands take it, and only briefly. */
const PATIENCE = 500;

/** The path of a session's state. */
export const entryOf = (layout: Layout, sessionId: string) => `${layout.live}/${sessionId}`;

const ownMark = (world: World): HostMark => ({
  ...markOf(Number(world.env.CLAUDE_PID) || world.parentPid),
  host: world.host,
});

/** The state of a session that starts now. */
export const newState = (world: World): LiveState => ({ ...ownMark(world), since: world.now().toISOString() });

/** A session's state; null if the entry is missing or unreadable. */
export function readState(layout: Layout, sessionId: string): LiveState | null {
  if (!isSessionId(sessionId)) return null;
  const text = readBeginning(entryOf(layout, sessionId), LARGEST_STATE) ?? '';
  const mark = readMark(text);
  if (!mark) return null;
  const { since, retro, ticket, directory, start, transcript, began }: Record<string, unknown> = JSON.parse(text);
  const state: LiveState = { ...mark, since: String(since), start: readStart(start), ticket };
  if (typeof directory === 'string') state.directory = directory;
  if (typeof retro === 'string') state.retro = retro;
  if (typeof transcript === 'string') state.transcript = transcript;
  const begin = readBegan(began);
  if (begin) state.began = begin;
  return state;
}

function readBegan(value: unknown): Began | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { source, at }: Record<string, unknown> = { ...value };
  return typeof source === 'string' && typeof at === 'string' ? { source, at } : undefined;
}

function readStart(value: unknown): AnsweredStart | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { by, source }: Record<string, unknown> = { ...value };
  if ((by !== 'plugin' && by !== 'settings' && by !== 'shared') || typeof source !== 'string') return undefined;
  return { by, source };
}

/** Replaces a session's state atomically: a reader of a half-written one would think that no retrospective is open. */
export function revise(layout: Layout, sessionId: string, edit: (state: LiveState | null) => LiveState | null): void {
  if (!isSessionId(sessionId)) return;
  const directory = privateDirectory(layout.live, layout.config);
  withLock(directory, sessionId, PATIENCE, () => {
    const state = edit(readState(layout, sessionId));
    if (!state) return;
    const text = asBytes(`${JSON.stringify(state)}\n`);
    overwriteFile(entryOf(layout, sessionId), text, { durable: false });
  });
}
