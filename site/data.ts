/**
 * The pages' only door to the archive, the same in dev and build.
 *
 * Sessions come out of the live collection, which checks each against the schema at every call.
 * So what it gave is kept, and only a month with a session that is new or changed is asked for again.
 */
import { getLiveCollection, getLiveEntry } from 'astro:content';
import {
  type ArchiveSnapshot,
  currentSnapshot,
  homeDirectory,
  ownerSettings,
} from '#content-loader/current-archive.ts';
import {
  currentDrafts,
  currentOutlines,
  isEditable as isDeskEditable,
  leaksIn as leaksInPost,
  type PreparedDraft,
} from '#content-loader/current-drafts.ts';
import { currentRecording, type RecordingState } from '#content-loader/current-recording.ts';
import { keyOf } from '#content-loader/page-key.ts';
import { type Activity, activityOf, despiteDays } from '#src/archive/activity.ts';
import { monthsOf } from '#src/archive/day-index.ts';
import { candidateEvents, loggedEvents } from '#src/chronicle/logged-events.ts';
import { problemAt } from '#src/chronicle/problem.ts';
import type { Attention, Session } from '#src/chronicle/session.ts';
import { memoryStandings } from '#src/memory/effect/memory-standings.ts';
import { namesMisses } from '#src/memory/misses/cluster-decisions.ts';
import { type MemoryRecord, memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import { auditProjects, type ProjectAudit } from '#src/memory/page/memory-audit.ts';
import { type MemoryBook, memoryBook as memoryBookOf } from '#src/memory/page/memory-book.ts';
import type { Outline } from '#src/posts/series/outline.ts';
import { localDay } from '#src/text/day.ts';

export { digest } from '#content-loader/page-key.ts';
export type { PreparedDraft, RecordingState };

export interface SiteStatus {
  origin: 'own' | 'sample';
  sessions: number;
  /** Without candidates, which are counted apart. */
  events: number;
  candidates: number;
  /** Dates of the first and the last session, null where there is none. */
  first: string | null;
  last: string | null;
  /** Problems in files. */
  attention: number;
  roots: string[];
  /** Paths in it are shown with `~`. */
  home: string;
  /** Of which time the pages are, UTC: that of the build or, in dev, of the archive's last change. */
  builtAt: string;
  /** The address that opens a file in the owner's editor, with {path}, {line} and {column}. */
  editor: string;
  /** What the owner should know of their settings, in sentences. */
  remarks: string[];
}

export async function siteStatus(): Promise<SiteStatus> {
  const snapshot = currentSnapshot();
  if (status?.snapshot !== snapshot) status = { snapshot, value: statusOf(snapshot) };
  return status.value;
}

/** Whether recording works; null over the sample. No page that is kept may show it: it is in no key. */
export function recording(): RecordingState | null {
  return currentRecording();
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

/** Miss groups and the histories of memories. */
export async function memoryRecord(): Promise<MemoryRecord> {
  const snapshot = currentSnapshot();
  if (record?.snapshot !== snapshot) record = { snapshot, value: recordOf(snapshot) };
  return record.value;
}

/** Every memory with how it fares and what is proposed for it. */
export async function memoryBook(): Promise<MemoryBook> {
  const snapshot = currentSnapshot();
  if (book?.snapshot !== snapshot) book = { snapshot, value: bookOf(snapshot) };
  return book.value;
}

/** What is wrong with the memories of each project. */
export async function memoryAudits(): Promise<ProjectAudit[]> {
  const snapshot = currentSnapshot();
  if (audits?.snapshot !== snapshot) audits = { snapshot, value: auditsOf(snapshot) };
  return audits.value;
}

/** The drafts beside the archive, by slug, each as it would be published now. Findings of the class `must` are never shown. */
export async function drafts(): Promise<PreparedDraft[]> {
  return currentDrafts();
}

/** What must not be in a draft's post and still is, by kind and place. */
export async function leaksIn(...given: Parameters<typeof leaksInPost>): ReturnType<typeof leaksInPost> {
  return leaksInPost(...given);
}

/** The outlines of the series beside the archive, by slug. No secret and no home path is in their words. */
export async function outlines(): Promise<Outline[]> {
  return currentOutlines();
}

/** Whether a page may offer to change drafts and series: in dev, and not over the sample. */
export function isEditable(): boolean {
  return isDeskEditable();
}

/** How much was logged on each day; null for an empty archive. */
export async function activity(): Promise<Activity | null> {
  const [{ groups }, { builtAt }] = [await memoryRecord(), await siteStatus()];
  return activityOf(await allSessions(), despiteDays(groups), localDay(builtAt));
}

/**
 * Names what a page shows, for the `cacheKey` of its route: give it everything that may change. A build takes
 * a page with the same key from the build before.
 */
export async function pageKey(shown: unknown): Promise<string> {
  return keyOf([shown, (await siteStatus()).attention]);
}

/** By path and line. What the owner's decisions name in vain is among it. */
export async function attention(): Promise<Attention[]> {
  const snapshot = currentSnapshot();
  if (!namesMisses(snapshot.clusters.decisions)) return snapshot.attention;
  const { unused } = await memoryRecord();
  const vains = unused.map((reference) => vain(reference, snapshot.clusters.path));
  return [...snapshot.attention, ...vains].sort(byPlace);
}

/** What was worked out, and from which state of the archive. */
interface Memo<Value> {
  snapshot: ArchiveSnapshot;
  value: Value;
}

let status: Memo<Promise<SiteStatus>> | undefined;
let record: Memo<Promise<MemoryRecord>> | undefined;
let book: Memo<Promise<MemoryBook>> | undefined;
let audits: Memo<Promise<ProjectAudit[]>> | undefined;
let all: Memo<Promise<Session[]>> | undefined;
/** What the collection gave for each session of the archive. */
const checked = new WeakMap<Session, Session>();

async function recordOf({ memory, clusters }: ArchiveSnapshot): Promise<MemoryRecord> {
  return memoryRecordOf({ sessions: await allSessions(), memory, clusters: clusters.decisions });
}

async function bookOf({ memory }: ArchiveSnapshot): Promise<MemoryBook> {
  const sessions = await allSessions();
  const record = await memoryRecord();
  const standings = memoryStandings({ sessions, record, memory });
  return memoryBookOf({ sessions, groups: record.groups, standings, memory });
}

async function auditsOf({ memory }: ArchiveSnapshot): Promise<ProjectAudit[]> {
  const { entries } = await memoryBook();
  return auditProjects(
    memory,
    entries.map(({ standing }) => standing),
  );
}

function byPlace(a: Attention, b: Attention): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.problem.line - b.problem.line;
}

function vain({ name: { line, column, excerpt }, fault }: MemoryRecord['unused'][number], path: string): Attention {
  return { path, problem: problemAt('CHRONICLE_CLUSTERS', line, column, fault), excerpt, session: null };
}

async function statusOf({ origin, roots, sessions, changedAt }: ArchiveSnapshot): Promise<SiteStatus> {
  return {
    origin,
    sessions: sessions.length,
    events: sessions.reduce((count, { chronicle }) => count + loggedEvents(chronicle).length, 0),
    candidates: sessions.reduce((count, { chronicle }) => count + candidateEvents(chronicle).length, 0),
    first: dateAt(sessions, -1),
    last: dateAt(sessions, 0),
    attention: (await attention()).length,
    roots,
    home: homeDirectory(),
    builtAt: changedAt,
    ...ownerSettings(),
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
