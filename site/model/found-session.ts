/**
 * What Pagefind found, divided into the parts of its page: events, prompts, notes and so on. Pagefind ranks whole pages;
 * which part has how many of the words, and which pass the query's filters for parts, is found here.
 */

import { stemmer } from 'stemmer';
import { type Tag, isTag } from '#src/format/tags.ts';
import { REST_LABEL, chunkParts, foldText, hasPhrase, hasWord, joinedWords } from '#src/index/folded-text.ts';
import { type Query, admitsKind, isAboutObservations, searchedKindNamed } from '#src/index/query.ts';
import { isBetween } from '#src/index/days.ts';
import type { SearchedKind } from '#src/index/record.ts';
import { type Chunk, type Run, excerptOf } from './excerpt.ts';

/** A page as Pagefind answers it: what is used of its fragment. */
export interface Fragment {
  url: string;
  /** All texts, with single blanks between the words. */
  content: string;
  meta: Record<string, string>;
  /** Where each part begins, as the number of its first word. */
  anchors: readonly { title?: string; location: number }[];
  /** The words that matched. */
  weighted_locations: readonly { location: number; balanced_score: number }[];
}

/** A part of a page that was found. Texts are untrusted. */
export interface FoundPart {
  address: string;
  kind: SearchedKind;
  tag: Tag | null;
  /** Local `YYYY-MM-DD`; empty if it has none. */
  date: string;
  /** Its first line, shortened to what matched. */
  words: Run[];
  /** What matched in its other lines; empty if nothing did. */
  details: Run[];
  /** The whole text. */
  text: string;
  /** How many of the query's words it has. */
  matched: number;
}

/** A page with the parts that were found, best first. */
export interface FoundPage {
  address: string;
  title: string;
  project: string;
  date: string;
  task: string;
  parts: FoundPart[];
  /** The most of the query's words that one part has. */
  matched: number;
}

/** Words that are shown of a part's first line, and of the others. */
const FIRST_LINE = 60;
const DETAILS = 24;

/** The page of a fragment; null if no part of it passes the query. Without words, every part that passes is found. */
export function foundPage(fragment: Fragment, query: Query): FoundPage | null {
  const { url, meta, content } = fragment;
  const words = content.split(' ');
  const terms = termsOf(query);
  const places = new Map(fragment.weighted_locations.map(({ location, balanced_score: score }) => [location, score]));
  const found = partsOf(fragment, words.length).flatMap((part) => {
    const text = textOf(words, part);
    if (!admitsPart(query, part, text)) return [];
    const hits = hitsIn(words, part, places, terms);
    if (terms.length > 0 && hits.terms.size === 0) return [];
    const { kind, tag, date, anchor } = part;
    const address = anchor === '' ? url : `${url}#${anchor}`;
    const shown = () => shownOf(words, part, hits.at);
    return [{ address, kind, tag, date, shown, text, matched: hits.terms.size, score: hits.score }];
  });
  if (found.length === 0) return null;
  // Parts with the same number of words stay in their order, unless words tell which is better.
  const ordered = terms.length === 0 ? found : found.sort((a, b) => b.matched - a.matched || b.score - a.score);
  return {
    address: url,
    title: joinedWords(meta.title ?? ''),
    project: meta.project ?? '',
    date: meta.date ?? '',
    task: meta.task ?? '',
    parts: ordered.map(({ shown, score: _, ...part }) => ({ ...part, ...shown() })),
    matched: Math.max(...ordered.map(({ matched }) => matched)),
  };
}

/** The words of a part with its matches. */
function shownOf(
  words: readonly string[],
  { from, rest, to }: Part,
  found: ReadonlySet<number>,
): Pick<FoundPart, 'words' | 'details'> {
  const details = chunksIn(words, rest, to);
  const isIn = details.some(({ at }) => found.has(at));
  return {
    words: excerptOf(chunksIn(words, from, rest), found, FIRST_LINE).map(joinedRun),
    details: isIn ? excerptOf(details, found, DETAILS).map(joinedRun) : [],
  };
}

/** Pages as they are shown: those where one part has more of the words first, else as Pagefind ranked them. */
export function rankedPages(pages: readonly FoundPage[]): FoundPage[] {
  return pages.toSorted((a, b) => b.matched - a.matched);
}

/** Whether a found page really has a word: for an unknown one, Pagefind falls back to the longest word that begins it. */
export function hasTerm({ content, weighted_locations: places }: Fragment, term: string): boolean {
  const words = content.split(' ');
  return places.some(({ location }) => isMatch(words[location] ?? '', term));
}

interface Part {
  /** The numbers of its first word, of the first word after its first line, and of the first word after it. */
  from: number;
  rest: number;
  to: number;
  kind: SearchedKind;
  tag: Tag | null;
  date: string;
  anchor: string;
}

/** The parts of a page in its order. What stands before the first is its title, which every part has. */
function partsOf({ anchors }: Fragment, end: number): Part[] {
  const parts: Part[] = [];
  for (const { title = '', location } of anchors) {
    const last = parts.at(-1);
    const label = title === REST_LABEL ? null : readLabel(title);
    if (last && (label !== null || title === REST_LABEL)) last.rest = Math.min(last.rest, location);
    if (last && label) last.to = location;
    if (label) parts.push({ ...label, from: location, rest: end, to: end });
  }
  return parts;
}

/** The label of a part, as `search-documents.ts` writes it. */
function readLabel(title: string): Omit<Part, 'from' | 'rest' | 'to'> | null {
  const [kind = '', tag = '', date = '', , anchor = ''] = title.split('|');
  const known = searchedKindNamed(kind);
  return known ? { kind: known, tag: isTag(tag) ? tag : null, date, anchor } : null;
}

/** Whether a part passes the filters that only parts have, exact words among them. */
function admitsPart(query: Query, { kind, tag, date }: Part, text: string): boolean {
  if (!admitsKind(query, kind)) return false;
  // Pagefind knows the concepts, types and scopes of pages, and a page may have other observations besides.
  if (kind !== 'observation' && isAboutObservations(query)) return false;
  if (query.tags.length > 0 && (tag === null || !query.tags.includes(tag))) return false;
  if (date !== '' && !isBetween(date, query.since, query.until)) return false;
  const { phrases, without } = query;
  if (phrases.length + without.length === 0) return true;
  const folded = foldText(text);
  const has = (phrase: string) => hasPhrase(folded, foldText(phrase).text);
  return phrases.every(has) && !without.some((word) => has(word) || hasWord(folded, foldText(word).text));
}

/** Pagefind ends each paragraph with a full stop. */
const FULL_STOP = /\.$/;

function textOf(words: readonly string[], { from, rest, to }: Part): string {
  const chunks = [...chunksIn(words, from, rest), ...chunksIn(words, rest, to)];
  return joinedWords(chunks.map(({ text }) => text).join(' '));
}

interface Hits {
  /** The places that match, as numbers of words of the page. */
  at: Set<number>;
  terms: Set<string>;
  score: number;
}

function hitsIn(
  words: readonly string[],
  { from, to }: Part,
  places: ReadonlyMap<number, number>,
  terms: string[],
): Hits {
  const hits: Hits = { at: new Set(), terms: new Set(), score: 0 };
  for (const [location, score] of places) {
    if (location < from || location >= to) continue;
    const matching = terms.filter((term) => isMatch(words[location] ?? '', term));
    for (const term of matching) hits.terms.add(term);
    if (matching.length === 0) continue;
    hits.at.add(location);
    hits.score += score;
  }
  return hits;
}

/** The words of a query, those of its phrases included, folded. */
export function termsOf({ words, phrases }: Pick<Query, 'words' | 'phrases'>): string[] {
  const all = [...words, ...phrases].flatMap((word) => foldText(word).text.split(' '));
  return [...new Set(all)].filter((word) => word !== '');
}

/**
 * Whether a word of a text, or a part of one, is a folded term, begins with it, or is another form of it. Pagefind also finds what
 * only begins with the term's stem, such as quota for quote.
 */
function isMatch(word: string, term: string): boolean {
  const parts = chunkParts(joinedWords(word));
  const stem = stemmer(term);
  const isForm = (part: string) => part.startsWith(term) || stemmer(part) === stem;
  // A name is found by several of its parts: `getUserName` by `username`.
  return parts.some((part, at) => isForm(part) || isForm(parts.slice(at).join('')));
}

/** The words of a paragraph, with their numbers on the page. */
function chunksIn(words: readonly string[], from: number, to: number): Chunk[] {
  return words.slice(from, to).map((text, index) => {
    const at = from + index;
    return { text: at === to - 1 ? text.replace(FULL_STOP, '') : text, at };
  });
}

/** The blanks between words of scripts without blanks are only in the index. */
function joinedRun({ text, isFound }: Run): Run {
  return { text: joinedWords(text), isFound };
}
