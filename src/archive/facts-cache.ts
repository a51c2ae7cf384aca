import { type EditedFile, parseEditedFiles } from '#src/transcript/edited-files.ts';
import { type Facts, type ListedFacts, parseFacts } from '#src/transcript/facts.ts';
import { type NamedCommit, parseNamedCommits } from '#src/transcript/named-commits.ts';
import { NO_REPEATS, parseRepeats, type SessionRepeats } from '#src/memory/requests/session-repeats.ts';
import { sha1Of } from '../lib/digest.ts';
import { readFactsText } from '../transcript/facts-file.ts';
import type { FactsEntry } from './facts-files.ts';
import type { FileContent } from './read-source.ts';

/** The most bytes of files whose facts are kept: some hundred sessions. */
const KEPT = 4 * 1024 * 1024;

/** What lists across sessions need of each one's facts. */
export interface FactsLists {
  files: readonly EditedFile[];
  commits: readonly NamedCommit[];
}

const NO_LISTS: FactsLists = { files: [], commits: [] };

/** Facts read from their files. The content of a file's head is a new object whenever the file has changed. */
export class FactsCache {
  readonly #facts = new Map<FileContent<ListedFacts>, { facts: Facts; size: number }>();
  readonly #lists = new WeakMap<FileContent<ListedFacts>, FactsLists>();
  readonly #repeats = new WeakMap<FileContent<ListedFacts>, SessionRepeats>();
  /** The digests of texts that were read and can be used. */
  readonly #usable = new WeakMap<FileContent<ListedFacts>, string>();
  #size = 0;

  /** The facts in a file; null if they cannot be used. The most recent ones are kept. */
  read({ path, content, stamp: { size } }: FactsEntry): Facts | null {
    const known = this.#facts.get(content);
    if (known) {
      this.#facts.delete(content);
      this.#facts.set(content, known);
      return known.facts;
    }
    const { text } = readFactsText(path);
    const facts = text === null ? null : this.#parse(content, text);
    if (facts) this.#keep(content, facts, size);
    return facts;
  }

  /** The text of a file; null if its facts cannot be used. A text that `read` has seen is not read as facts again. */
  text({ path, content }: FactsEntry): string | null {
    const { text } = readFactsText(path);
    if (text === null) return null;
    return this.#usable.get(content) === sha1Of(text) || this.#parse(content, text) ? text : null;
  }

  /** The edited files and commits in a file. */
  lists({ path, content }: FactsEntry): FactsLists {
    const known = this.#lists.get(content);
    if (known) return known;
    const { text } = readFactsText(path);
    const lists = text === null ? NO_LISTS : { files: parseEditedFiles(text), commits: parseNamedCommits(text) };
    this.#lists.set(content, lists);
    return lists;
  }

  /** What a file adds to the requests and failures that come back. */
  repeats({ path, content }: FactsEntry): SessionRepeats {
    const known = this.#repeats.get(content);
    if (known) return known;
    const { text } = readFactsText(path);
    const repeats = text === null ? NO_REPEATS : parseRepeats(text);
    this.#repeats.set(content, repeats);
    return repeats;
  }

  #parse(content: FileContent<ListedFacts>, text: string): Facts | null {
    const { facts } = parseFacts(text);
    if (facts) this.#usable.set(content, sha1Of(text));
    return facts;
  }

  #keep(content: FileContent<ListedFacts>, facts: Facts, size: number): void {
    this.#facts.set(content, { facts, size });
    this.#size += size;
    for (const [oldest, { size: freed }] of this.#facts) {
      if (this.#size <= KEPT || oldest === content) return;
      this.#facts.delete(oldest);
      this.#size -= freed;
    }
  }
}
