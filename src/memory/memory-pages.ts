/**
 * What the memory pages show in addition to mistakes: one entry per memory that has a history or is on the disk, made once per
 * state of the archive.
 *
 *     memories.at('larder', 'feedback_money.md')  // { title: 'Money in cents', result: …, changes: […], … }
 */
import type { Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { memoryAddress, memorySegment, sessionAddress } from '#src/lib/text/page-address.ts';
import type { HistoryLine, MemoryFile, MemoryHistory, MemoryIndex } from './history.ts';
import type { ProjectProposal } from './proposals.ts';
import { indexEntries, type IndexEntry } from './memory-index.ts';
import type { MemoryText } from './memory-text.ts';
import { brokenMemories, type MemoryResult } from './memory-results.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { recordIn, referenceParts, type SessionRecords } from './evidence-kinds.ts';

export interface MemoryPages {
  /** In the order of the results: broken memories first. */
  entries: readonly MemoryEntry[];
  /** The memory whose page has this address, such as `larder` and `feedback_money.md`, or null. */
  at(project: string, segment: string): MemoryEntry | null;
  /** That of this memory; null for one that the disk and the history do not know. */
  of(memory: { project: { slug: string }; file: string }): MemoryEntry | null;
  /** Memories that are still broken, the worst first. */
  broken: readonly MemoryEntry[];
  /** All of them, newest first. */
  proposals: readonly DisplayedProposal[];
}

/** A memory with everything known about it. What reads other sessions is looked up when it is asked for. */
export interface MemoryEntry {
  result: MemoryResult;
  /** Its page; null if its name cannot be an address. */
  address: string | null;
  title: string;
  /** Null if the file does not exist. */
  text: MemoryText | null;
  /** Its line in the project's MEMORY.md. */
  line: IndexEntry | null;
  /** The days of the project's first and last session. */
  days: { from: string; to: string };
  /** Newest first. */
  readonly changes: DisplayedChange[];
  /** Its proposals, newest first. */
  readonly proposals: DisplayedProposal[];
  /** The pages of memories that its text links as `[[name]]`. */
  readonly links: Record<string, string>;
}

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  results: readonly MemoryResult[];
  memory: { files: readonly MemoryFile[]; indexes: readonly MemoryIndex[]; proposals: readonly ProjectProposal[] };
  /** The prompts of a session, from its facts. Only asked for prompts that a proposal or the history names. */
  promptsOf: (session: Session) => SessionRecords['prompts'];
}

export function memoryPages({ sessions, results, memory, promptsOf }: Given): MemoryPages {
  const records = recordsIn(sessions, promptsOf);
  const texts = new Map(memory.files.map((file) => [keyOf(file), file.text]));
  const lines = indexLines(memory.indexes);
  const daysOf = projectDays(sessions);
  const entries = results.map((result): MemoryEntry => {
    const { history } = result;
    const { project, file, changes } = history;
    const key = keyOf(history);
    const [text = null, line = null] = [texts.get(key), lines.get(key)];
    return {
      ...{ result, text, line, address: memoryPageAddress(history) },
      title: memoryTitle(file, text?.name ?? '', line?.title),
      days: daysOf.get(project.slug) ?? { from: '', to: '' },
      get changes() {
        return changes.toReversed().map((change) => ({
          ...{ id: change.id, at: change.at, action: actionWords(change) },
          session: records.session(change.session_id, project.slug),
          evidence: records.evidence(change.events, project.slug),
        }));
      },
      get proposals() {
        return proposals.filter((proposal) => keyOf(proposal) === key);
      },
      get links() {
        return linksIn(text?.body ?? '', (name) => names.get(`${project.slug}\n${nameKey(name)}`)?.address ?? null);
      },
    };
  });
  const names = namesOf(entries);
  const byKey = new Map(entries.map((entry) => [keyOf(entry.result.history), entry]));
  const byAddress = new Map(
    entries.flatMap((entry) => (entry.address === null ? [] : [[addressKey(entry.result.history), entry]])),
  );
  const proposals = memory.proposals
    .map((proposal): DisplayedProposal => {
      const { slug } = proposal.project;
      return {
        ...proposal,
        isReplaced: proposal.replaced_by !== undefined,
        href: byKey.get(keyOf(proposal))?.address ?? null,
        evidence: records.evidence(proposal.events, slug),
        session: records.session(proposal.session_id, slug),
      };
    })
    .reverse()
    .sort((a, b) => compare(b.proposed, a.proposed));
  return {
    entries,
    proposals,
    of: (memory) => byKey.get(keyOf(memory)) ?? null,
    at: (project, segment) => byAddress.get(`${project}\n${segment}`) ?? null,
    broken: brokenMemories(results).flatMap(({ history }) => byKey.get(keyOf(history)) ?? []),
  };
}

const NAMED = /\[\[([^[\]\n]{1,200})\]\]/g;

function linksIn(body: string, addressOf: (name: string) => string | null): Record<string, string> {
  const found: [string, string][] = [...body.matchAll(NAMED)].flatMap(([, name = '']) => {
    const address = addressOf(name.trim());
    return address === null ? [] : [[name.trim(), address]];
  });
  return Object.fromEntries(found);
}

/** Memories link each other by the name in the front matter or the file name. */
function namesOf(entries: readonly MemoryEntry[]): Map<string, MemoryEntry> {
  const names = new Map<string, MemoryEntry>();
  for (const entry of entries.toReversed()) {
    const { project, file } = entry.result.history;
    for (const name of [file, entry.text?.name ?? ''])
      if (name !== '') names.set(`${project.slug}\n${nameKey(name)}`, entry);
  }
  return names;
}

function nameKey(name: string): string {
  return name.toLowerCase().replace(/\.md$/, '').replaceAll('_', '-');
}

/** The first line that links a file counts. */
function indexLines(indexes: readonly MemoryIndex[]): Map<string, IndexEntry> {
  return new Map(
    indexes.flatMap(({ project, text }) =>
      indexEntries(text)
        .reverse()
        .map((entry) => [`${project.slug}\n${entry.file}`, entry] as const),
    ),
  );
}

/** Sessions are newest first. */
function projectDays(sessions: readonly Session[]): Map<string, MemoryEntry['days']> {
  const days = new Map<string, MemoryEntry['days']>();
  for (const { project, chronicle } of sessions) {
    const { date } = chronicle.frontMatter;
    days.set(project.slug, { from: date, to: days.get(project.slug)?.to ?? date });
  }
  return days;
}

function addressKey({ project, file }: MemoryHistory): string {
  return `${project.slug}\n${memorySegment(file)}`;
}

function keyOf({ project, file }: { project: { slug: string }; file: string }): string {
  return `${project.slug}\n${file}`;
}

/** The types that a memory's name may start with. */
const KIND = /^(?:feedback|project|reference|user)[-_ ]/;

/** A memory's title: that of the index, else its name in words, else its file name. Untrusted, one line. */
function memoryTitle(file: string, name: string, indexTitle: string | undefined): string {
  const title = oneLine(indexTitle ?? '');
  if (title !== '') return title;
  const slug = oneLine(name) || file.replace(/\.md$/, '');
  const words = slug.replace(KIND, '').replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? file : capitalised(words);
}

/** An event, a note or a prompt that a change or a proposal rests on. */
export interface Evidence {
  /** `<session_id>#e-…` or `<session_id>#n-…`, as written. */
  ref: string;
  /** Null if it is not in the archive. Its text is untrusted. */
  record: { href: string; date: string; text: string; isFound: boolean } | null;
}

/** The page and title of a session; null if it is not in the archive. */
type SessionPage = { href: string; title: string } | null;

/** Finds the records and sessions that changes and proposals name by id. If an id is used twice, the same project goes first. */
function recordsIn(sessions: readonly Session[], promptsOf: Given['promptsOf']) {
  const byId = Map.groupBy(sessions, ({ id }) => id);
  const find = (id: string, project: string) => {
    const found = byId.get(id) ?? [];
    return found.find((session) => session.project.slug === project) ?? found[0];
  };
  const evidenceOf = (ref: string, project: string): Evidence => {
    const { sessionId, id } = referenceParts(ref) ?? { sessionId: null, id: '' };
    const session = find(sessionId ?? '', project);
    const { chronicle, notebook } = session ?? {};
    const record =
      session &&
      recordIn(
        {
          ...{ day: chronicle?.frontMatter.date ?? '', events: chronicle?.events ?? [], notes: notebook?.notes ?? [] },
          get prompts() {
            return promptsOf(session);
          },
        },
        id,
      );
    if (!session || !record) return { ref, record: null };
    const { date, text, isFound, anchor = id } = record;
    return { ref, record: { href: sessionAddress(session.project.slug, session.name, anchor), date, text, isFound } };
  };
  return {
    evidence: (refs: readonly string[], project: string) => refs.map((ref) => evidenceOf(ref, project)),
    session(id: string, project: string): SessionPage {
      const session = find(id, project);
      if (!session) return null;
      return { href: sessionAddress(session.project.slug, session.name), title: sessionTitle(session) };
    },
  };
}

/** A line of history as shown on a memory's page. */
export interface DisplayedChange {
  id: string;
  /** UTC. */
  at: string;
  /** `Written`, `Changed outside a retrospective` */
  action: string;
  session: SessionPage;
  evidence: Evidence[];
}

const ACTION_WORDS: Record<HistoryLine['action'], string> = {
  new: 'Written',
  strengthen: 'Strengthened',
  stale: 'Brought up to date',
  delete: 'Deleted',
  changed: 'Changed',
  undo: 'Change undone',
};

/** `Written outside a retrospective`: Claude Code itself or a person wrote it, and a hook saw it. */
function actionWords({ action, source, dated, after }: HistoryLine): string {
  const words = action === 'undo' && after === null ? 'Undone: the file was deleted' : ACTION_WORDS[action];
  if (dated === 'file') return `${words} (the date of its file)`;
  return source === 'seen' ? `${words} outside a retrospective` : words;
}

/** A proposal as pages show it. */
export interface DisplayedProposal extends ProjectProposal {
  /** Replaced by a newer proposal of the same session before anybody decided it. */
  isReplaced: boolean;
  /** The page of the memory it changes, or null. */
  href: string | null;
  evidence: Evidence[];
  session: SessionPage;
}

/** What open proposals rest on, as written: `<session_id>#e-…`. */
export function proposedRefs(proposals: readonly Pick<DisplayedProposal, 'state' | 'evidence'>[]): Set<string> {
  const open = proposals.filter(({ state }) => state === 'open');
  return new Set(open.flatMap(({ evidence }) => evidence.map(({ ref }) => ref)));
}

/** Each page is a directory, and file systems allow names of 255 bytes. */
const LONGEST = 255;

/**
 * The page of a memory. Null if it is only named, unknown to the history and the disk, or if its name is too long.
 */
export function memoryPageAddress({ project, file, born }: MemoryHistory): string | null {
  const length = new TextEncoder().encode(memorySegment(file)).length;
  return born && length <= LONGEST ? memoryAddress(project.slug, file) : null;
}
