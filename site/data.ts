/**
 * The data of all pages, in dev and build.
 *
 * Sessions come from the live collection, which validates them at every call. So its results are cached, and it is asked
 * only for new or changed sessions.
 */
import { getLiveCollection } from 'astro:content';
import {
  type ArchiveSnapshot,
  briefingLimit,
  currentArchive,
  currentPlan,
  currentPlanLine,
  currentPosts,
  currentRecording,
  currentSnapshot,
  dismissed,
  homeDirectory,
  isServed,
  ownerSettings,
  type PreparedDraft,
  type RecordingState,
  servedVersion,
  shareMemory,
} from '#content-loader/current-archive.ts';
import { proposalDiff } from '#content-loader/proposal-diff.ts';
import { type Activity, activityOf } from '#src/archive/activity.ts';
import { type FileHistory, fileHistories } from '#src/archive/file-histories.ts';
import { type Inbox, inboxOf } from '#src/archive/inbox.ts';
import { type ProjectBriefing, projectBriefing } from '#src/archive/projects.ts';
import { type Waiting, waitingOf } from '#src/archive/waiting.ts';
import { type WorkCounts, workCounts } from '#src/archive/counts.ts';
import { problemAt } from '#src/format/problem.ts';
import { type Attention, isAttended, type Session, sessionVersion } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { type MemoryRecord, memoryRecordOf } from '#src/memory/memory.ts';
import { type DisplayedProposal, type MemoryPages, memoryPages as memoryBookOf } from '#src/memory/memory-pages.ts';
import { auditProjects, type ProjectAudit } from '#src/memory/audit.ts';
import { type ProjectRepeats, RepeatsFinder } from '#src/memory/repeats.ts';
import { type DraftNote, draftNote } from '#src/posts/draft-state.ts';
import { seriesOf } from '#src/posts/narratives.ts';
import { localDay } from '#src/lib/text/day.ts';
import { promptAnchor, sessionAddress, transcriptAddress } from '#src/lib/text/page-address.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { FactsLists } from '#src/archive/facts-files.ts';

export type { PreparedDraft, RecordingState };

export interface SiteStatus extends WorkCounts {
  origin: 'own' | 'sample';
  sessions: number;
  /** The dates of the first and last session; null without sessions. */
  first: string | null;
  last: string | null;
  /** Problems in files. */
  attention: number;
  roots: string[];
  /** The home directory, shown as `~` in paths. */
  home: string;
  /** The time of the build or, in dev, of the archive's last change, UTC. */
  builtAt: string;
  /** The address template that opens a file in the owner's editor, with {path}, {line} and {column}. */
  editor: string;
  /** Problems in the owner's settings, in sentences. */
  remarks: string[];
}

export async function siteStatus(): Promise<SiteStatus> {
  return statusOf(currentSnapshot());
}

/** The day of the build; in dev the present one. The sample does not change, so its last day counts as today. */
export async function today(): Promise<string> {
  const { origin, builtAt, last } = await siteStatus();
  if (origin !== 'own') return last ?? '';
  return localDay(isServed() ? new Date().toISOString() : builtAt);
}

/** Whether recording works; null for the sample. */
export function recording(): RecordingState | null {
  return currentRecording();
}

/** Newest first. */
export async function allSessions(): Promise<Session[]> {
  return checkedSessions(currentSnapshot().sessions);
}

/** The session with this name in the project with this slug; null if there is none. */
export async function sessionAt(project: string, name: string): Promise<Session | null> {
  const sessions = await allSessions();
  return sessions.find((session) => session.name === name && session.project.slug === project) ?? null;
}

/** All facts of a session, read when its page is drawn; null without any. `session.facts` has what lists need. */
export function factsOf(session: Session): Facts | null {
  return currentArchive().factsOf(session);
}

/** Where a prompt of a session is: in its transcript where pages show that, else on the session's page. */
export function promptAddress(session: Session, prompt: number | null): string {
  const { project, name } = session;
  if (prompt === null) return sessionAddress(project.slug, name);
  const record =
    isServed() && currentSnapshot().origin === 'own' ? factsOf(session)?.prompts[prompt]?.record : undefined;
  return record === undefined
    ? sessionAddress(project.slug, name, promptAnchor(prompt))
    : transcriptAddress(project.slug, name, { record });
}

/** The edited files and commits of a session. */
export function listsOf(session: Session): FactsLists {
  return currentArchive().listsOf(session);
}

/** The edited files of each project that has any, by its slug; the most recently edited first. Reads all facts. */
export const editedFiles = perSessions(async ({ sessions }): Promise<Map<string, FileHistory[]>> => {
  const histories = fileHistories(await checkedSessions(sessions), (session) => listsOf(session).files);
  return Map.groupBy(histories, ({ project }) => project.slug);
});

/** Mistakes and the histories of memories. */
export const memoryRecord = perSessions(async ({ sessions, memory, clusters }): Promise<MemoryRecord> => {
  const checked = await checkedSessions(sessions);
  const record = memoryRecordOf({ sessions: checked, memory, decisions: clusters.decisions });
  shareMemory(sessions, record);
  return record;
});

/** Every memory with its effect and what is proposed for it. */
export const memoryPages = perSessions(async (snapshot): Promise<MemoryPages> => {
  const [sessions, record] = [await checkedSessions(snapshot.sessions), await memoryRecord(snapshot)];
  return memoryBookOf({
    ...{ sessions, results: record.results, memory: snapshot.memory },
    promptsOf: (session) => factsOf(session)?.prompts ?? [],
  });
});

const finder = new RepeatsFinder();

/** What comes back in the sessions of each project: requests, and failures. What the owner dismissed is read each time. */
export async function repeats(): Promise<ProjectRepeats[]> {
  const { memory } = currentSnapshot();
  return finder.find(await allSessions(), (session) => currentArchive().listsOf(session).repeats, {
    dismissed: dismissed(),
    proposals: memory.proposals,
  });
}

/** The problems of each project's memories. */
export const memoryAudits = perSessions(async (snapshot): Promise<ProjectAudit[]> => {
  const results = (await memoryPages(snapshot)).entries.map(({ result }) => result);
  return auditProjects(snapshot.memory, results);
});

/** The active plan in the checkout of a project, on the branch of its last attended session; null if there is none. */
export function planFileOf(own: readonly Session[]): ReturnType<typeof currentPlan> {
  const last = own.find(isAttended);
  return last ? currentPlan(last.project.root, last.chronicle.frontMatter.branch) : null;
}

/** What the next session of a project is told, given its sessions, newest first; `limit` are the most tokens. */
export async function briefingOf(own: readonly Session[]): Promise<ProjectBriefing & { limit: number }> {
  const limit = briefingLimit();
  const planOf = (branch: string) => currentPlanLine(own[0]?.project.root ?? null, branch);
  return { limit, ...projectBriefing(own, await allSessions(), { tokens: limit, today: await today(), planOf }) };
}

/** The drafts, by slug, each as it would be published now. The text of `must` findings is never shown. */
export async function drafts(): Promise<PreparedDraft[]> {
  return currentPosts().drafts();
}

export { isServed, proposalDiff, servedVersion };

/** What waits for a person's decision, for the inbox. */
export async function inbox(): Promise<Inbox<DisplayedProposal, DraftNote>> {
  const { proposals } = await memoryPages();
  return inboxOf({ proposals, drafts: (await drafts()).map(draftNote) });
}

/** The same in numbers, and what to look at beside it. */
export async function waiting(): Promise<Waiting> {
  return waitingOf({ inbox: await inbox(), attention: await attention() });
}

/** The series of drafts, by name. */
export async function series(): Promise<ReturnType<typeof seriesOf>> {
  const written = (await drafts()).map((prepared) => {
    const { series, part } = prepared.draft.settings;
    return {
      title: prepared.post.title,
      note: draftNote(prepared),
      series: series === '' ? '' : (prepared.post.series?.name ?? ''),
      part,
    };
  });
  return seriesOf(await allSessions(), written);
}

/** Whether pages can edit drafts: in dev, but not in the sample. */
export function isEditable(): boolean {
  return currentPosts().isEditable();
}

/** The events of each day; null for an empty archive. */
export async function activity(): Promise<Activity | null> {
  const [{ mistakes }, { builtAt }] = [await memoryRecord(), await siteStatus()];
  return activityOf(await allSessions(), mistakes, localDay(builtAt));
}

/** All problems in files, by path and line, including decisions that refer to unknown misses. */
export async function attention(): Promise<Attention[]> {
  const snapshot = currentSnapshot();
  const { rename, merge } = snapshot.clusters.decisions;
  if (rename.length + merge.length === 0) return snapshot.attention;
  const { unused } = await memoryRecord();
  const unusedNames = unused.map((reference) => unusedName(reference, snapshot.clusters.path));
  return [...snapshot.attention, ...unusedNames].sort(
    (a, b) => compare(a.path, b.path) || a.problem.line - b.problem.line,
  );
}

/** Computes a value once per array of sessions, which stays the same while only posts change. */
function perSessions<Value>(
  work: (snapshot: ArchiveSnapshot) => Promise<Value>,
): (snapshot?: ArchiveSnapshot) => Promise<Value> {
  const once = memoised((_sessions: readonly Session[], snapshot: ArchiveSnapshot) => work(snapshot));
  return (snapshot = currentSnapshot()) => once(snapshot.sessions, snapshot);
}

function unusedName({ name, fault }: MemoryRecord['unused'][number], path: string): Attention {
  const problem = problemAt('CHRONICLE_CLUSTERS', name.line, name.column, fault);
  return { path, problem, excerpt: [], session: null };
}

const statusOf = memoised(async ({ origin, roots, sessions, changedAt }: ArchiveSnapshot): Promise<SiteStatus> => {
  return {
    origin,
    sessions: sessions.length,
    ...workCounts(sessions),
    first: sessions.at(-1)?.chronicle.frontMatter.date ?? null,
    last: sessions[0]?.chronicle.frontMatter.date ?? null,
    attention: (await attention()).length,
    roots,
    home: homeDirectory(),
    builtAt: changedAt,
    ...ownerSettings(),
  };
});

/** The validated sessions. */
const checked = new WeakMap<Session, Session>();

const checkedSessions = memoised(async (sessions: readonly Session[]): Promise<Session[]> => {
  await check(sessions.filter((session) => !checked.has(session)));
  return sessions.map((session) => checked.get(session) ?? session);
});

/** The archive may have changed meanwhile, so results are matched by file and content. */
async function check(sessions: readonly Session[]): Promise<void> {
  if (sessions.length === 0) return;
  const byPath = new Map(sessions.map((session) => [session.path, session]));
  const { entries, error } = await getLiveCollection('sessions', { paths: new Set(byPath.keys()) });
  if (!entries) throw new Error('The collection of sessions could not be read.', { cause: error });
  for (const { data } of entries) {
    const session = byPath.get(data.path);
    if (session && sessionVersion(session) === sessionVersion(data)) checked.set(session, data);
  }
}
