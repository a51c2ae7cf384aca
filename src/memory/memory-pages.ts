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
import { sessionTitle } from '#src/transcript/title.ts';
import { recordIn, referenceParts, type SessionRecords } from './evidence-kinds.ts';
import type { HistoryLine, MemoryFile, MemoryHistory, MemoryIndex } from './history.ts';
import { indexEntries, type IndexEntry } from './memory-index.ts';
import type { MemoryResult } from './memory-results.ts';
import type { MemoryText } from './memory-text.ts';
import type { ProjectProposal } from './proposals.ts';

export interface MemoryPages {
  /** In the order of the results: broken memories first. */
  entries: readonly MemoryEntry[];
  /** The memory whose page has this address, such as `larder` and `feedback_money.md`, or null. */
  at(project: string, segment: string): MemoryEntry | null;
  /** That of this memory; null for one that the disk and the history do not know. */
  of(memory: MemoryName): MemoryEntry | null;
  /** Memories that are still broken, the worst first. */
  broken: readonly MemoryEntry[];
  /** All of them, newest first. */
  proposals: readonly DisplayedProposal[];
}

interface MemoryName {
  project: { slug: string };
  file: string;
}

/** A memory with everything known about it. What reads other sessions is looked up when it is asked for. */
export interface MemoryEntry {
  result: MemoryResult;
  /** Its page; null if its name cannot be an address. */
  address: string | null;
  title: string;
  /** Null if the file does not exist. */
  text: MemoryText | null;
  /** Its line in the project's MEMORY.md: the first that links it. */
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

/** A line of history as shown on a memory's page: `Written`, `Changed outside a retrospective`. Its time is UTC. */
export interface DisplayedChange extends Evidenced {
  id: string;
  at: string;
  action: string;
}

/** A proposal as pages show it, with the page of the memory it changes, or null. */
export interface DisplayedProposal extends ProjectProposal, Evidenced {
  href: string | null;
}

interface Evidenced {
  evidence: Evidence[];
  /** The page and title of the session; null if it is not in the archive. */
  session: { href: string; title: string } | null;
}

/** An event, a note or a prompt that a change or a proposal rests on. */
export interface Evidence {
  /** `<session_id>#e-…` or `<session_id>#n-…`, as written. */
  ref: string;
  /** Null if it is not in the archive. Its text is untrusted. */
  record: { href: string; date: string; text: string; isFound: boolean } | null;
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
  const evidenced = evidenceIn(sessions, promptsOf);
  const sessionsOf = Map.groupBy(sessions, ({ project }) => project.slug);
  const linesOf = new Map(memory.indexes.map(({ project, text }) => [project.slug, indexEntries(text)]));
  const texts = new Map(memory.files.map((file) => [keyOf(file), file.text]));
  const entries = results.map((result): MemoryEntry => {
    const { history } = result;
    const { project, file, changes } = history;
    const text = texts.get(keyOf(history)) ?? null;
    const line = linesOf.get(project.slug)?.find((each) => each.file === file) ?? null;
    const days = (sessionsOf.get(project.slug) ?? []).map(({ chronicle }) => chronicle.frontMatter.date);
    return {
      ...{ result, text, line, address: memoryPageAddress(history) },
      title: memoryTitle(file, text?.name ?? '', line?.title ?? ''),
      days: { from: days.at(-1) ?? '', to: days[0] ?? '' },
      get changes() {
        return changes
          .toReversed()
          .map((each) => ({ id: each.id, at: each.at, action: actionWords(each), ...evidenced(each) }));
      },
      get proposals() {
        return proposals.filter((proposal) => keyOf(proposal) === keyOf(history));
      },
      get links() {
        const own = entries.filter((entry) => entry.result.history.project.slug === project.slug);
        return linksIn(text?.body ?? '', own);
      },
    };
  });
  const byKey = new Map(entries.map((entry) => [keyOf(entry.result.history), entry]));
  const of = (name: MemoryName) => byKey.get(keyOf(name)) ?? null;
  const proposals = memory.proposals
    .map(
      (proposal): DisplayedProposal => ({
        ...proposal,
        ...{ href: of(proposal)?.address ?? null, ...evidenced(proposal) },
      }),
    )
    .reverse()
    .sort((a, b) => compare(b.proposed, a.proposed));
  return {
    ...{ entries, proposals, of },
    at: (slug, segment) =>
      entries.find(({ address, result: { history } }) => {
        return address !== null && history.project.slug === slug && memorySegment(history.file) === segment;
      }) ?? null,
    broken: entries.filter(({ result }) => result.isBroken),
  };
}

function keyOf({ project, file }: MemoryName): string {
  return `${project.slug}\n${file}`;
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

/** The types that a memory's name may start with. */
const KIND = /^(?:feedback|project|reference|user)[-_ ]/;

/** A memory's title: that of the index, else its name in words, else its file name. Untrusted, one line. */
function memoryTitle(file: string, name: string, indexTitle: string): string {
  const title = oneLine(indexTitle);
  if (title !== '') return title;
  const slug = oneLine(name) || file.replace(/\.md$/, '');
  const words = slug.replace(KIND, '').replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? file : capitalised(words);
}

const NAMED = /\[\[([^[\]\n]{1,200})\]\]/g;

/** Memories link each other by the name in the front matter or the file name. */
function linksIn(body: string, entries: readonly MemoryEntry[]): Record<string, string> {
  const names = [...body.matchAll(NAMED)].map(([, name = '']) => name.trim());
  const found = names.flatMap((name): [string, string][] => {
    const isNamed = (other: string) => other !== '' && nameKey(other) === nameKey(name);
    const entry = entries.find(({ result, text }) => isNamed(result.history.file) || isNamed(text?.name ?? ''));
    return entry?.address ? [[name, entry.address]] : [];
  });
  return Object.fromEntries(found);
}

function nameKey(name: string): string {
  return name.toLowerCase().replace(/\.md$/, '').replaceAll('_', '-');
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

/** Finds the records and sessions that changes and proposals name by id. If an id is used twice, the same project goes first. */
function evidenceIn(sessions: readonly Session[], promptsOf: Given['promptsOf']) {
  const byId = Map.groupBy(sessions, ({ id }) => id);
  const find = (id: string, slug: string) => {
    const found = byId.get(id) ?? [];
    return found.find(({ project }) => project.slug === slug) ?? found[0];
  };
  const pageOf = ({ project, name }: Session, anchor?: string) => sessionAddress(project.slug, name, anchor);
  const evidenceOf = (ref: string, slug: string): Evidence => {
    const { sessionId, id } = referenceParts(ref) ?? { sessionId: null, id: '' };
    const session = find(sessionId ?? '', slug);
    if (!session) return { ref, record: null };
    const { chronicle, notebook } = session;
    const records: SessionRecords = {
      ...{ day: chronicle.frontMatter.date, events: chronicle.events, notes: notebook?.notes ?? [] },
      get prompts() {
        return promptsOf(session);
      },
    };
    const record = recordIn(records, id);
    if (!record) return { ref, record: null };
    const { date, text, isFound, anchor = id } = record;
    return { ref, record: { href: pageOf(session, anchor), date, text, isFound } };
  };
  return (named: { project: { slug: string }; session_id: string; events: readonly string[] }): Evidenced => {
    const { slug } = named.project;
    const session = find(named.session_id, slug);
    return {
      evidence: named.events.map((ref) => evidenceOf(ref, slug)),
      session: session ? { href: pageOf(session), title: sessionTitle(session) } : null,
    };
  };
}

/** What open proposals rest on, as written: `<session_id>#e-…`. */
export function proposedRefs(proposals: readonly Pick<DisplayedProposal, 'state' | 'evidence'>[]): Set<string> {
  const open = proposals.filter(({ state }) => state === 'open');
  return new Set(open.flatMap(({ evidence }) => evidence.map(({ ref }) => ref)));
}
