import { type Problem, problemAt } from '#src/format/problem.ts';
import type { Attention, Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { FACTS_FOLDER, factsPath, isFactsName } from '#src/lib/paths.ts';
import { NO_REPEATS, parseRepeats, type SessionRepeats } from '#src/memory/repeats.ts';
import type { Source } from '#src/memory/source.ts';
import {
  type EditedFile,
  type Facts,
  isEndOfFacts,
  LATER_VERSION,
  type ListedFacts,
  type NamedCommit,
  parseFacts,
  parseFactsList,
  parseListedFacts,
} from '#src/transcript/facts.ts';
import { readFactsText } from '#src/transcript/facts-file.ts';
import type { StoredFile } from './file-index.ts';
import { type FileContent, readOnce } from './read-source.ts';
import type { Sidecar } from './sidecars.ts';

export type FactsEntry = StoredFile<ListedFacts>;

/** Most heads are about 700 bytes long, and a session has about seven found events of 500. */
const BEGINNING = 16 * 1024;

/** The heads and found events of facts files. Pages read the rest when they are drawn. */
export const factsSource: Source<ListedFacts> = {
  kind: 'facts',
  list: { folder: `*/${FACTS_FOLDER}`, isMember: isFactsName },
  beginning: {
    size: BEGINNING,
    parse(beginning, end) {
      const { listed, fault } = parseListedFacts(beginning);
      if (fault === '') return null;
      if (fault !== null) return { value: null, problems: [problemOf(fault)] };
      return isEndOfFacts(end) ? { value: listed, problems: [] } : null;
    },
  },
  parse: parseWhole,
};

/** A facts file, read completely. */
const wholeFactsSource: Source<ListedFacts> = {
  kind: factsSource.kind,
  list: factsSource.list,
  parse: parseWhole,
};

function parseWhole(text: string): ReturnType<Source<ListedFacts>['parse']> {
  const { facts, fault } = parseFacts(text);
  return facts
    ? { value: { head: facts.head, found: facts.found }, problems: [] }
    : { value: null, problems: [problemOf(fault)] };
}

/** What is wrong with a facts file, from the fault that its parser names. */
function problemOf(fault: string): Problem {
  return fault === LATER_VERSION ? problemAt('CHRONICLE_FACTS_LATER', 1, 1) : problemAt('CHRONICLE_FACTS', 1, 1, fault);
}

/** Facts belong to a session; of several files, the newest is used. */
export const factsSidecar: Sidecar<ListedFacts> = {
  sessionOf: ({ head }) => head.session_id,
  pathOf: factsPath,
  compare: (a, b) => compare(b.head.harvested, a.head.harvested),
  twice: ({ used, isCopy }) => (isCopy ? problemAt('CHRONICLE_FACTS_TWICE', 1, 1, used.path) : null),
  ofNobody: (sessionId) => problemAt('CHRONICLE_FACTS_OF_NOBODY', 1, 1, sessionId),
};

/** What lists across sessions need of each one's facts. */
export interface FactsLists {
  /** The edited files, and the commits by their names. */
  files: readonly EditedFile[];
  commits: readonly NamedCommit[];
  /** What they add to the requests and failures that come back. */
  repeats: SessionRepeats;
}

const NO_LISTS: FactsLists = { files: [], commits: [], repeats: NO_REPEATS };

/** The part of sessions' facts that is not in memory. */
export interface FactsReader {
  /** All facts of a session, read from disk; null without any, or if they cannot be used. */
  factsOf(session: Session): Facts | null;
  /** The text of a session's facts file; null without any, or if they cannot be used. */
  factsTextOf(session: Session): string | null;
  /** The lists in the facts of a session, cached; empty without facts. */
  listsOf(session: Session): FactsLists;
  /** Reads all facts files completely, and returns the problems that their heads do not show. */
  checkFacts(): Attention[];
}

/** Facts read from their files. The content of a file's head is a new object whenever the file has changed. */
export class FactsFiles implements FactsReader {
  readonly #fileOf: (session: Session) => FactsEntry | undefined;
  readonly #all: () => readonly FactsEntry[];
  /** The facts that were read last: what shows a session asks for them several times. */
  #last: { content: FileContent<ListedFacts>; facts: Facts | null } | undefined;
  readonly #lists = new WeakMap<FileContent<ListedFacts>, FactsLists>();

  constructor(fileOf: (session: Session) => FactsEntry | undefined, all: () => readonly FactsEntry[]) {
    this.#fileOf = fileOf;
    this.#all = all;
  }

  factsOf(session: Session): Facts | null {
    const file = this.#fileOf(session);
    if (!file) return null;
    if (this.#last?.content !== file.content)
      this.#last = { content: file.content, facts: parseFacts(readFactsText(file.path).text ?? '').facts };
    return this.#last.facts;
  }

  factsTextOf(session: Session): string | null {
    const file = this.#fileOf(session);
    const { text } = file ? readFactsText(file.path) : { text: null };
    return text !== null && parseFacts(text).facts !== null ? text : null;
  }

  listsOf(session: Session): FactsLists {
    const file = this.#fileOf(session);
    const known = file && this.#lists.get(file.content);
    if (!file || known) return known ?? NO_LISTS;
    const { text } = readFactsText(file.path);
    const lists = text === null ? NO_LISTS : listsIn(text);
    this.#lists.set(file.content, lists);
    return lists;
  }

  checkFacts(): Attention[] {
    const readable = this.#all().filter(({ content }) => content.value !== null);
    return readable.flatMap(({ path }) => {
      const { problems = [], excerpts = [] } = readOnce(path, wholeFactsSource) ?? {};
      return problems.map((problem, i) => ({ path, problem, excerpt: excerpts[i] ?? [], session: null }));
    });
  }
}

function listsIn(text: string): FactsLists {
  return {
    files: parseFactsList(text, 'files').map(({ path, added, removed }) => ({ path, added, removed })),
    commits: parseFactsList(text, 'commits').map(({ hash, subject, at }) => ({ hash, subject, at })),
    repeats: parseRepeats(text),
  };
}
