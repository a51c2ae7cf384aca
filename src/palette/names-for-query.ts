import { admits, type Facts } from '../index/facets.ts';
import { hasText, type Query } from '../index/query.ts';
import { NAMED_KINDS, type NamedKind } from '../index/record.ts';
import { scored } from './find-names.ts';
import { FOUND, findIn, foldName, wordsOf } from './fold-name.ts';
import type { Name, PageName } from './name.ts';
import type { NameIndex } from './name-index.ts';

/** A name that matches a search, with the facts that filters compare. */
export interface NameRow extends Facts {
  kind: NamedKind;
  name: Name;
}

/** The names that match a search, best first within their kind. */
export interface NamesForQuery {
  found: NameRow[];
  /** Those that have its words, whether or not they pass its filters: for the counts of facets. */
  withText: NameRow[];
}

/**
 * The names that the search page shows beside records: all kinds but sessions, commits and narratives, which are records
 * too. Without words, only kinds that were asked for.
 */
export function namesForQuery(index: NameIndex, query: Query): NamesForQuery {
  const words = [...query.words, ...query.phrases].flatMap(phraseOf);
  const without = query.without.flatMap(phraseOf);
  const withText = NAMED_KINDS.flatMap((kind) =>
    [...scored<Name>(index[kind], words), ...(kind === 'page' ? byText(index.page, words) : [])]
      .filter(({ name: { folded, more } }) => !without.some((word) => folded.includes(word) || more.includes(word)))
      .sort((a, b) => b.score - a.score)
      .map(({ name }) => ({ kind, name, ...factsOf(name) })),
  );
  const isAsked = hasText(query) || query.kinds.length > 0;
  return { found: isAsked ? withText.filter((row) => admits(query, row)) : [], withText };
}

/** The pages that have all words, and some of them only in their text; they come last. */
function byText(pages: readonly PageName[], words: readonly string[]): { name: Name; score: number }[] {
  const isIn = (folded: string, word: string) => findIn(folded, word) >= FOUND.start;
  return pages
    .filter(({ folded, more, text = '' }) => {
      const isNamed = (word: string) => findIn(folded, word) > FOUND.not || findIn(more, word) > FOUND.not;
      return !words.every(isNamed) && words.every((word) => isNamed(word) || isIn(text, word));
    })
    .map((name) => ({ name, score: -1 }));
}

/** A word, or the words of a phrase in their order, as they are in a folded name. */
function phraseOf(text: string): string[] {
  const folded = foldName(text.normalize('NFC')).trim();
  return wordsOf(text).length === 0 ? [] : [folded];
}

function factsOf(name: Name): Omit<Facts, 'kind'> {
  const common = { project: name.project, session: '', tag: null, branch: '', task: '', date: name.date };
  if (name.kind === 'ticket') return { ...common, task: name.name };
  if (name.kind === 'branch') return { ...common, branch: name.name };
  return common;
}
