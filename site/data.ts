/**
 * The pages' only door to the archive, the same in dev and build.
 *
 * Sessions come out of the live collection, which checks each against the schema at every call.
 * So what it gave is kept, and only a month with a session that is new or changed is asked for again.
 */
import { getLiveCollection, getLiveEntry } from 'astro:content';
import { type ArchiveSnapshot, currentSnapshot, homeDirectory } from '../content-loader/current-archive.ts';
import { monthsOf } from '../content-loader/months.ts';
import type { Attention, Session } from '../src/chronicle/session.ts';

export interface SiteStatus {
  origin: 'own' | 'sample';
  sessions: number;
  events: number;
  /** Dates of the first and the last session, null where there is none. */
  first: string | null;
  last: string | null;
  /** Problems in files. */
  attention: number;
  roots: string[];
  /** Paths in it are shown with `~`. */
  home: string;
  /** When the pages were made, UTC. */
  builtAt: string;
}

const startedAt = new Date().toISOString();

export async function siteStatus(): Promise<SiteStatus> {
  const snapshot = currentSnapshot();
  if (status?.snapshot !== snapshot) status = { snapshot, value: statusOf(snapshot) };
  return status.value;
}

/** Newest first. */
export async function allSessions(): Promise<Session[]> {
  const snapshot = currentSnapshot();
  if (all?.snapshot !== snapshot) all = { snapshot, value: checkedSessions(snapshot) };
  return all.value;
}

/** The session with this name in the project with this slug, or null if there is none. */
export async function sessionAt(project: string, name: string): Promise<Session | null> {
  const { entry } = await getLiveEntry('sessions', { project, name });
  return entry?.data ?? null;
}

/** By path and line. */
export async function attention(): Promise<Attention[]> {
  return currentSnapshot().attention;
}

/** What was worked out, and from which state of the archive. */
interface Memo<Value> {
  snapshot: ArchiveSnapshot;
  value: Value;
}

let status: Memo<SiteStatus> | undefined;
let all: Memo<Promise<Session[]>> | undefined;
/** What the collection gave for each session of the archive. */
const checked = new WeakMap<Session, Session>();

function statusOf({ origin, roots, sessions, attention }: ArchiveSnapshot): SiteStatus {
  return {
    origin,
    sessions: sessions.length,
    events: sessions.reduce((count, { chronicle }) => count + chronicle.events.length, 0),
    first: dateAt(sessions, -1),
    last: dateAt(sessions, 0),
    attention: attention.length,
    roots,
    home: homeDirectory(),
    builtAt: startedAt,
  };
}

/** Sessions are newest first. */
function dateAt(sessions: readonly Session[], index: number): string | null {
  return sessions.at(index)?.chronicle.frontMatter.date ?? null;
}

async function checkedSessions({ sessions }: ArchiveSnapshot): Promise<Session[]> {
  for (const [month, members] of monthsOf(sessions)) {
    if (!members.every((session) => checked.has(session))) await checkMonth(month, members);
  }
  return sessions.map((session) => checked.get(session) ?? session);
}

/** The archive may have moved on meanwhile, so what comes back is matched by file and content. */
async function checkMonth(month: string, members: readonly Session[]): Promise<void> {
  const { entries, error } = await getLiveCollection('sessions', { month });
  if (!entries) throw new Error('The collection of sessions could not be read.', { cause: error });
  const byPath = new Map(members.map((session) => [session.path, session]));
  for (const { data } of entries) {
    const session = byPath.get(data.path);
    if (session?.digest === data.digest && !checked.has(session)) checked.set(session, data);
  }
}
