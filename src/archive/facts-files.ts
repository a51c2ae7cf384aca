import { type Problem, problemAt } from '#src/format/problem.ts';
import { isEndOfFacts, LATER_VERSION, type ListedFacts, parseFacts, parseListedFacts } from '#src/transcript/facts.ts';
import { FACTS_FOLDER, factsPath, isFactsName } from '#src/lib/paths.ts';
import { compare } from '#src/lib/compare.ts';
import type { Companion } from './companion-finder.ts';
import type { StoredFile } from './file-store.ts';
import type { Source } from '../memory/source.ts';

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
export const wholeFactsSource: Source<ListedFacts> = {
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
