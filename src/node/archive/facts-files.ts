import { dirname } from 'node:path';
import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import type { Attention } from '#src/chronicle/session.ts';
import { type FactsHead, isEndOfFacts, LATER_VERSION, parseFacts, parseFactsHead } from '#src/facts/facts.ts';
import { FACTS_FOLDER, factsPath, isFactsName } from '#src/project/paths.ts';
import { compare } from '#src/value/compare.ts';
import { attentionTo, type StoredFile } from './file-store.ts';
import type { Entry } from './listed-file.ts';
import type { Source } from './source.ts';

export type FactsEntry = StoredFile<FactsHead>;

/** Most heads are about 700 bytes long. */
const BEGINNING = 4096;

/** The heads of facts files. Pages read the rest when they are drawn. */
export const factsSource: Source<FactsHead> = {
  kind: 'facts',
  list: { folder: `*/${FACTS_FOLDER}`, isMember: isFactsName },
  beginning: {
    size: BEGINNING,
    parse(beginning, end) {
      const { head, fault } = parseFactsHead(beginning);
      if (fault === '') return null;
      if (fault !== null) return { value: null, problems: [problemOf(fault)] };
      return isEndOfFacts(end) ? { value: head, problems: [] } : null;
    },
  },
  parse: parseWhole,
};

/** A facts file, read completely. */
export const wholeFactsSource: Source<FactsHead> = {
  kind: factsSource.kind,
  list: factsSource.list,
  parse: parseWhole,
};

function parseWhole(text: string): ReturnType<Source<FactsHead>['parse']> {
  const { facts, fault } = parseFacts(text);
  return facts ? { value: facts.head, problems: [] } : { value: null, problems: [problemOf(fault)] };
}

/** What is wrong with a facts file, from the fault that its parser names. */
function problemOf(fault: string): Problem {
  return fault === LATER_VERSION ? problemAt('CHRONICLE_FACTS_LATER', 1, 1) : problemAt('CHRONICLE_FACTS', 1, 1, fault);
}

/** Finds the facts of sessions by id within a project's directory. File names are only labels. */
export class FactsFinder {
  readonly #files: readonly FactsEntry[];
  readonly #bySession = new Map<string, FactsEntry[]>();
  readonly #found = new Map<FactsEntry, FactsEntry>();

  constructor(files: readonly FactsEntry[]) {
    this.#files = files;
    for (const file of files) {
      const head = file.content.value;
      if (!head) continue;
      const key = keyOf(dirname(dirname(file.path)), head.session_id);
      const others = this.#bySession.get(key);
      if (others) others.push(file);
      else this.#bySession.set(key, [file]);
    }
  }

  /** The facts of the session with this id in the chronicle at this path; of several files, the newest. */
  find(chroniclePath: string, id: string): FactsEntry | undefined {
    const files = this.#bySession.get(keyOf(dirname(chroniclePath), id)) ?? [];
    const [newest, ...others] = files.length > 1 ? files.toSorted(byAge) : files;
    if (!newest) return undefined;
    for (const file of [newest, ...others]) this.#found.set(file, newest);
    return newest;
  }

  /**
   * The problems of all facts files, once all sessions were looked up. A file of no session is named, unless the chronicle
   * of its name cannot be read now.
   */
  attention(unreadable: readonly Entry[]): Attention[] {
    const waiting = new Set(unreadable.map(({ path }) => factsPath(path)));
    const unused = this.#files.flatMap((file) => {
      const head = file.content.value;
      const used = this.#found.get(file);
      if (!head || used === file || (!used && waiting.has(file.path))) return [];
      const problem = used
        ? problemAt('CHRONICLE_FACTS_TWICE', 1, 1, used.path)
        : problemAt('CHRONICLE_FACTS_OF_NOBODY', 1, 1, head.session_id);
      return [{ path: file.path, problem, excerpt: [], session: null }];
    });
    return [...attentionTo(this.#files), ...unused].sort((a, b) => compare(a.path, b.path));
  }
}

function keyOf(directory: string, id: string): string {
  return `${directory}\n${id}`;
}

/** Newest first. */
function byAge(a: FactsEntry, b: FactsEntry): number {
  return compare(b.content.value?.harvested ?? '', a.content.value?.harvested ?? '') || compare(a.path, b.path);
}
