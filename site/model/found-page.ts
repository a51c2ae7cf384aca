/**
 * A page that Pagefind found, divided into its parts: events, prompts, notes and so on. Pagefind ranks whole pages; which
 * part has how many of the words, and which pass the query's filters for parts, is found here.
 */
import { stemmer } from 'stemmer';
import { type Tag, isTag } from '#src/format/tags.ts';
import { isBetween } from '#src/index/days.ts';
import { chunksOf, foldedParts, joinedWords, phraseFinder, REST_LABEL } from '#src/index/words.ts';
import { type Query, admitsKind, isAboutObservations, searchedKindNamed } from '#src/index/query.ts';
import type { SearchedKind } from '#src/index/record.ts';

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

/** A stretch of text that matched or did not. */
export interface Run {
  text: string;
  isFound: boolean;
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
/** Words to keep before the first match if the text is cut there. */
const LEAD = 6;
/** Longer words are cut: none is this long, and one line must not fill the page. */
const LONGEST_WORD = 160;

/** The page of a fragment; null if no part of it passes the query. Without words, every part that passes is found. */
export function foundPage(fragment: Fragment, query: Query): FoundPage | null {
  const { url, meta } = fragment;
  const words = fragment.content.split(' ');
  const terms = termsOf(query);
  const parts = partsOf(fragment, words.length)
    .filter((part) => admitsPart(query, part, words))
    .map((part) => ({ part, ...hitsIn(words, part, fragment, terms) }))
    .filter(({ matched }) => terms.length === 0 || matched > 0);
  if (parts.length === 0) return null;
  // Parts with the same number of words stay in their order, unless words tell which is better.
  if (terms.length > 0) parts.sort((a, b) => b.matched - a.matched || b.score - a.score);
  return {
    address: url,
    title: joinedWords(meta.title ?? ''),
    project: meta.project ?? '',
    date: meta.date ?? '',
    task: meta.task ?? '',
    parts: parts.map(({ part: { from, rest, to, anchor, kind, tag, date }, at, matched }) => ({
      ...{ address: anchor === '' ? url : `${url}#${anchor}`, kind, tag, date, matched },
      words: excerptOf(words, { from, to: rest }, at, FIRST_LINE),
      details: [...at].some((place) => place >= rest) ? excerptOf(words, { from: rest, to }, at, DETAILS) : [],
    })),
    matched: Math.max(...parts.map(({ matched }) => matched)),
  };
}

/** Whether a found page really has a word: for an unknown one, Pagefind falls back to the longest word that begins it. */
export function hasTerm({ content, weighted_locations: places }: Fragment, term: string): boolean {
  const words = content.split(' ');
  return places.some(({ location }) => isMatch(words[location] ?? '', term));
}

/** The words of a query, those of its phrases included, folded. */
export function termsOf({ words, phrases }: Pick<Query, 'words' | 'phrases'>): string[] {
  const all = [...words, ...phrases].flatMap((typed) => chunksOf(typed).map((chunk) => foldedParts(chunk).join('')));
  return [...new Set(all)].filter((word) => word !== '');
}

/** Words of a page, from the first to the one before the last number. */
interface Stretch {
  from: number;
  to: number;
}

interface Part extends Stretch {
  /** The number of the first word after its first line. */
  rest: number;
  kind: SearchedKind;
  tag: Tag | null;
  date: string;
  anchor: string;
}

/** The parts of a page in its order. The title before the first part belongs to none. */
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
function readLabel(title: string): Pick<Part, 'kind' | 'tag' | 'date' | 'anchor'> | null {
  const [kind = '', tag = '', date = '', , anchor = ''] = title.split('|');
  const known = searchedKindNamed(kind);
  return known ? { kind: known, tag: isTag(tag) ? tag : null, date, anchor } : null;
}

/** Whether a part passes the filters that only parts have, exact words among them. */
function admitsPart(query: Query, { kind, tag, date, from, rest, to }: Part, words: readonly string[]): boolean {
  if (!admitsKind(query, kind)) return false;
  // Pagefind knows the concepts, types and scopes of pages, and a page may have other observations besides.
  if (kind !== 'observation' && isAboutObservations(query)) return false;
  // Pagefind knows the tags of pages: who asks for sessions with a tag gets the sessions themselves.
  const isAsked = kind === 'session' && query.kinds.includes(kind);
  if (query.tags.length > 0 && !isAsked && (tag === null || !query.tags.includes(tag))) return false;
  if (date !== '' && !isBetween(date, query.since, query.until)) return false;
  const { phrases, without } = query;
  if (phrases.length + without.length === 0) return true;
  const text = [...wordsIn(words, { from, to: rest }), ...wordsIn(words, { from: rest, to })].join(' ');
  const has = phraseFinder(joinedWords(text));
  return phrases.every(has) && !without.some(has);
}

/** The places of a part that match, as numbers of words of the page; how many terms match, and how well. */
function hitsIn(
  words: readonly string[],
  { from, to }: Stretch,
  { weighted_locations: places }: Fragment,
  terms: string[],
) {
  const at = new Set<number>();
  const matching = new Set<string>();
  let score = 0;
  for (const { location, balanced_score: own } of places) {
    const matched =
      location < from || location >= to ? [] : terms.filter((term) => isMatch(words[location] ?? '', term));
    if (matched.length === 0) continue;
    for (const term of matched) matching.add(term);
    at.add(location);
    score += own;
  }
  return { at, matched: matching.size, score };
}

/**
 * Whether a word of a text, or a part of one, is a folded term, begins with it, or is another form of it. Pagefind also
 * finds what only begins with the term's stem, such as quota for quote.
 */
function isMatch(word: string, term: string): boolean {
  const parts = foldedParts(joinedWords(word));
  const stem = stemmer(term);
  const isForm = (part: string) => part.startsWith(term) || stemmer(part) === stem;
  // A name is found by several of its parts: `getUserName` by `username`.
  return parts.some((part, at) => isForm(part) || isForm(parts.slice(at).join('')));
}

/** The words of a paragraph, without the full stop that Pagefind ends it with. */
function wordsIn(words: readonly string[], { from, to }: Stretch): string[] {
  const own = words.slice(from, to);
  return own.map((word, at) => (at === own.length - 1 ? word.replace(/\.$/, '') : word));
}

/** A word and the signs around it, which are not part of a match. */
const WORD = /^([^\p{L}\p{N}_$#+]*)(.+?)([^\p{L}\p{N}_$#+]*)$/su;

/**
 * At most `limit` words of a paragraph as runs, from shortly before the first match if that is far from the beginning.
 * Cuts are marked with an ellipsis.
 */
function excerptOf(words: readonly string[], paragraph: Stretch, found: ReadonlySet<number>, limit: number): Run[] {
  const own = wordsIn(words, paragraph);
  const first = own.findIndex((_, at) => found.has(paragraph.from + at));
  const from = first < limit ? 0 : Math.max(0, Math.min(first - LEAD, own.length - limit));
  const runs: Run[] = [];
  const add = (text: string, isFound = false) => {
    const last = runs.at(-1);
    if (last && last.isFound === isFound) last.text += text;
    else if (text !== '') runs.push({ text, isFound });
  };
  if (from > 0) add('… ');
  for (const [at, whole] of own.slice(from, from + limit).entries()) {
    const word = whole.length > LONGEST_WORD ? `${whole.slice(0, LONGEST_WORD).toWellFormed()}…` : whole;
    if (at > 0) add(' ');
    const [, before = '', inside = '', after = ''] = WORD.exec(word) ?? [];
    if (!found.has(paragraph.from + from + at)) add(word);
    else for (const [text, isFound] of [[before], [inside, true], [after]] as const) add(text, isFound);
  }
  if (from + limit < own.length) add(' …');
  // The blanks between words of scripts without blanks are only in the index.
  return runs.map(({ text, isFound }) => ({ text: joinedWords(text), isFound }));
}
