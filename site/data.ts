/**
 * The pages' only door to the archive, the same in dev and build.
 *
 * Sessions come out of the live collection, which checks each against the schema at every call.
 * So what it gave is kept, a month at a time, until a session of that month changes.
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

/** What the collection gave for a month, and the archive's own objects it was asked with, in the same order. */
interface Month {
  members: Session[];
  sessions: Session[];
}

let status: Memo<SiteStatus> | undefined;
let all: Memo<Promise<Session[]>> | undefined;
let months = new Map<string, Month>();

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

async function checkedSessions(snapshot: ArchiveSnapshot): Promise<Session[]> {
  const checked = new Map<Session, Session>();
  const kept = new Map<string, Month>();
  for (const [name, members] of monthsOf(snapshot.sessions)) {
    const month = await checkedMonth(name, members);
    kept.set(name, month);
    for (const [index, member] of members.entries()) checked.set(member, month.sessions[index] ?? member);
  }
  months = kept;
  return snapshot.sessions.map((session) => checked.get(session) ?? session);
}

async function checkedMonth(name: string, members: Session[]): Promise<Month> {
  const known = months.get(name);
  if (known && isSameList(known.members, members)) return known;
  const { entries, error } = await getLiveCollection('sessions', { month: name });
  if (!entries) throw new Error('The collection of sessions could not be read.', { cause: error });
  return { members, sessions: entries.map(({ data }) => data) };
}

function isSameList(a: readonly Session[], b: readonly Session[]): boolean {
  return a.length === b.length && a.every((session, index) => session === b[index]);
}
