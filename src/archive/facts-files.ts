import { type Problem, problemAt } from '#src/format/problem.ts';
import type { Attention, Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { sha1Of } from '#src/lib/digest.ts';
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
import type { Companion } from './companions.ts';

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
export const factsCompanion: Companion<ListedFacts> = {
  sessionOf: ({ head }) => head.session_id,
  pathOf: factsPath,
  compare: (a, b) => compare(b.head.harvested, a.head.harvested),
  twice: ({ used, isCopy }) => (isCopy ? problemAt('CHRONICLE_FACTS_TWICE', 1, 1, used.path) : null),
  ofNobody: (sessionId) => problemAt('CHRONICLE_FACTS_OF_NOBODY', 1, 1, sessionId),
};

/** The part of sessions' facts that is not in memory. */
export interface FactsReader {
  /** All facts of a session, read from disk; null without any, or if they cannot be used. Recent ones are cached. */
  factsOf(session: Session): Facts | null;
  /** The text of a session's facts file; null without any, or if they cannot be used. */
  factsTextOf(session: Session): string | null;
  /** The edited files in the facts of a session, cached; empty without facts. */
  filesOf(session: Session): readonly EditedFile[];
  /** The commits in the facts of a session, by their names, cached; empty without facts. */
  commitsOf(session: Session): readonly NamedCommit[];
  /** What a session's facts add to the requests and failures that come back, cached; nothing without facts. */
  repeatsOf(session: Session): SessionRepeats;
  /** Reads all facts files completely, and returns the problems that their heads do not show. */
  checkFacts(): Attention[];
}

/** The most bytes of files whose facts are kept: some hundred sessions. */
const KEPT = 4 * 1024 * 1024;

/** What lists across sessions need of each one's facts. */
interface Lists {
  files: readonly EditedFile[];
  commits: readonly NamedCommit[];
}

/** Facts read from their files. The content of a file's head is a new object whenever the file has changed. */
export class FactsFiles implements FactsReader {
  readonly #fileOf: (session: Session) => FactsEntry | undefined;
  readonly #all: () => readonly FactsEntry[];
  /** The last ones read, oldest first. */
  readonly #facts = new Map<FileContent<ListedFacts>, { facts: Facts; size: number }>();
  readonly #lists = new WeakMap<FileContent<ListedFacts>, Lists>();
  readonly #repeats = new WeakMap<FileContent<ListedFacts>, SessionRepeats>();
  /** The digests of texts that were read and can be used. */
  readonly #usable = new WeakMap<FileContent<ListedFacts>, string>();
  #size = 0;

  constructor(fileOf: (session: Session) => FactsEntry | undefined, all: () => readonly FactsEntry[]) {
    this.#fileOf = fileOf;
    this.#all = all;
  }

  factsOf(session: Session): Facts | null {
    const file = this.#fileOf(session);
    const text = file && !this.#facts.has(file.content) ? readFactsText(file.path).text : null;
    const known = file && this.#facts.get(file.content);
    const facts = known?.facts ?? (file && text !== null ? this.#parse(file.content, text) : null);
    if (file && facts) this.#keep(file, facts);
    return facts;
  }

  factsTextOf(session: Session): string | null {
    const file = this.#fileOf(session);
    const { text } = file ? readFactsText(file.path) : { text: null };
    if (!file || text === null) return null;
    return this.#usable.get(file.content) === sha1Of(text) || this.#parse(file.content, text) ? text : null;
  }

  filesOf(session: Session): readonly EditedFile[] {
    return this.#listsOf(session).files;
  }

  commitsOf(session: Session): readonly NamedCommit[] {
    return this.#listsOf(session).commits;
  }

  repeatsOf(session: Session): SessionRepeats {
    return kept(this.#repeats, this.#fileOf(session), NO_REPEATS, parseRepeats);
  }

  checkFacts(): Attention[] {
    const readable = this.#all().filter(({ content }) => content.value !== null);
    return readable.flatMap(({ path }) => {
      const { problems = [], excerpts = [] } = readOnce(path, wholeFactsSource) ?? {};
      return problems.map((problem, i) => ({ path, problem, excerpt: excerpts[i] ?? [], session: null }));
    });
  }

  #listsOf(session: Session): Lists {
    return kept(this.#lists, this.#fileOf(session), { files: [], commits: [] }, (text) => ({
      files: parseFactsList(text, 'files').map(({ path, added, removed }) => ({ path, added, removed })),
      commits: parseFactsList(text, 'commits').map(({ hash, subject, at }) => ({ hash, subject, at })),
    }));
  }

  #parse(content: FileContent<ListedFacts>, text: string): Facts | null {
    const { facts } = parseFacts(text);
    if (facts) this.#usable.set(content, sha1Of(text));
    return facts;
  }

  /** Keeps facts as the last ones read, and forgets the first ones. */
  #keep({ content, stamp: { size } }: FactsEntry, facts: Facts): void {
    if (!this.#facts.delete(content)) this.#size += size;
    this.#facts.set(content, { facts, size });
    for (const [oldest, { size: freed }] of this.#facts) {
      if (this.#size <= KEPT || oldest === content) return;
      this.#facts.delete(oldest);
      this.#size -= freed;
    }
  }
}

/** What is made of the text of a facts file, once; `none` without one. */
function kept<Value>(
  known: WeakMap<FileContent<ListedFacts>, Value>,
  file: FactsEntry | undefined,
  none: Value,
  parse: (text: string) => Value,
): Value {
  if (!file) return none;
  const before = known.get(file.content);
  if (before) return before;
  const { text } = readFactsText(file.path);
  const value = text === null ? none : parse(text);
  known.set(file.content, value);
  return value;
}
