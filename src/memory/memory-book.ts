/**
 * What the memory pages show in addition to mistakes: one entry per memory that has a history or is on the disk, computed on
 * first use and once per state of the archive.
 *
 *     book.at('larder', 'feedback_money.md')  // { title: 'Money in cents', standing: …, changes: […], … }
 */
import type { Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { memorySegment } from '#src/lib/text/page-address.ts';
import {
  type DisplayedChange,
  type DisplayedProposal,
  displayedChanges,
  displayedProposals,
  evidencesIn,
  memoryPageAddress,
  type PromptsOf,
} from './displayed-changes.ts';
import type { MemoryFile, MemoryIndex, ProjectProposal } from './history.ts';
import { type IndexEntry, indexEntries } from './memory-index.ts';
import type { MemoryText } from './memory-text.ts';
import { brokenRules, type MemoryStanding } from './standings.ts';

export interface MemoryBook {
  /** In the order of the standings: broken rules first. */
  entries: readonly BookEntry[];
  /** The memory whose page has this address, such as `larder` and `feedback_money.md`, or null. */
  at(project: string, segment: string): BookEntry | null;
  /** That of this memory; null for one that the disk and the ledger do not know. */
  of(memory: { project: { slug: string }; file: string }): BookEntry | null;
  /** Rules that are still broken, the worst first. */
  readonly broken: readonly BookEntry[];
  /** All of them, newest first. */
  readonly proposals: readonly DisplayedProposal[];
}

/** A memory with everything known about it. Expensive parts are computed on first use. */
export interface BookEntry {
  standing: MemoryStanding;
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
  standings: readonly MemoryStanding[];
  memory: { files: readonly MemoryFile[]; indexes: readonly MemoryIndex[]; proposals: readonly ProjectProposal[] };
  /** Only asked for prompts that a proposal or the history names. */
  promptsOf: PromptsOf;
}

export function memoryBook({ sessions, standings, memory, promptsOf }: Given): MemoryBook {
  const evidences = evidencesIn(sessions, promptsOf);
  const texts = new Map(memory.files.map((file) => [keyOf(file), file.text]));
  const lines = indexLines(memory.indexes);
  const daysOf = projectDays(sessions);
  const proposalsFor = Map.groupBy(memory.proposals, keyOf);
  const displayed = (proposals: readonly ProjectProposal[]) =>
    displayedProposals(proposals, evidences, (project, file) => byKey.get(`${project}\n${file}`)?.standing.history);
  const newest = (proposals: readonly ProjectProposal[]) => displayed(proposals).reverse().sort(newestFirst);
  const entries = standings.map((standing): BookEntry => {
    const { history } = standing;
    const key = keyOf(history);
    const text = texts.get(key) ?? null;
    const line = lines.get(key) ?? null;
    return {
      standing,
      address: memoryPageAddress(history),
      title: memoryTitle(history.file, text?.name ?? '', line?.title),
      text,
      line,
      days: daysOf.get(history.project.slug) ?? { from: '', to: '' },
      get changes() {
        return displayedChanges(history.changes, evidences);
      },
      get proposals() {
        return newest(proposalsFor.get(key) ?? []);
      },
      get links() {
        return linksIn(text?.body ?? '', (name) => byName(history.project.slug, name));
      },
    };
  });
  const byKey = new Map(entries.map((entry) => [keyOf(entry.standing.history), entry]));
  const byAddress = once(() => {
    const paged = entries.filter(({ address }) => address !== null);
    return new Map(paged.map((entry) => [addressKey(entry), entry]));
  });
  const byName = (project: string, name: string) => names().get(`${project}\n${nameKey(name)}`)?.address ?? null;
  const names = once(() => namesOf(entries));
  const proposals = once(() => newest(memory.proposals));
  return {
    entries,
    of: (memory) => byKey.get(keyOf(memory)) ?? null,
    at: (project, segment) => byAddress().get(`${project}\n${segment}`) ?? null,
    get broken() {
      return brokenRules(standings).flatMap(({ history }) => byKey.get(keyOf(history)) ?? []);
    },
    get proposals() {
      return proposals();
    },
  };
}

function newestFirst(a: DisplayedProposal, b: DisplayedProposal): number {
  return compare(b.proposed, a.proposed);
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
function namesOf(entries: readonly BookEntry[]): Map<string, BookEntry> {
  const names = new Map<string, BookEntry>();
  for (const entry of entries.toReversed()) {
    const { project, file } = entry.standing.history;
    for (const name of [file, entry.text?.name ?? ''])
      if (name !== '') names.set(`${project.slug}\n${nameKey(name)}`, entry);
  }
  return names;
}

function nameKey(name: string): string {
  return name.toLowerCase().replace(/\.md$/, '').replaceAll('_', '-');
}

function indexLines(indexes: readonly MemoryIndex[]): Map<string, IndexEntry> {
  // The first line that links a file counts.
  return new Map(
    indexes.flatMap(({ project, text }) =>
      indexEntries(text)
        .reverse()
        .map((entry) => [`${project.slug}\n${entry.file}`, entry] as const),
    ),
  );
}

/** Sessions are newest first. */
function projectDays(sessions: readonly Session[]): Map<string, BookEntry['days']> {
  const days = new Map<string, BookEntry['days']>();
  for (const { project, chronicle } of sessions) {
    const { date } = chronicle.frontMatter;
    days.set(project.slug, { from: date, to: days.get(project.slug)?.to ?? date });
  }
  return days;
}

function addressKey({ standing: { history } }: BookEntry): string {
  return `${history.project.slug}\n${memorySegment(history.file)}`;
}

function keyOf({ project, file }: { project: { slug: string }; file: string }): string {
  return `${project.slug}\n${file}`;
}

function once<Value>(work: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: work() };
    return made.value;
  };
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
