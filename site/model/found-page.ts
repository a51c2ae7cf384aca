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
  /** How many of the query's words it has, and how well they match. */
  matched: number;
  score: number;
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
export function foundPage(
  { url, meta, content, anchors, weighted_locations: places }: Fragment,
  query: Query,
): FoundPage | null {
  const terms = termsOf(query);
  const scores = new Map(places.map(({ location, balanced_score: score }) => [location, score]));
  const words = content.split(' ').map((text, at): Word => {
    const found = scores.has(at) ? terms.filter((term) => isMatch(text, term)) : [];
    return { text, found, score: found.length > 0 ? (scores.get(at) ?? 0) : 0 };
  });
  const parts = partsOf(anchors, words)
    .filter(
      ({ words: own, details }) => terms.length === 0 || [...own, ...details].some(({ found }) => found.length > 0),
    )
    .filter((part) => admitsPart(query, part))
    .map((part) => foundPart(url, part));
  if (parts.length === 0) return null;
  // Parts with the same number of words stay in their order, unless words tell which is better.
  if (terms.length > 0) parts.sort((a, b) => b.matched - a.matched || b.score - a.score);
  return {
    address: url,
    title: joinedWords(meta.title ?? ''),
    project: meta.project ?? '',
    date: meta.date ?? '',
    task: meta.task ?? '',
    parts,
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

/** A word of a page. */
interface Word {
  text: string;
  /** Which words of the query it is, and how well it matches. */
  found: string[];
  score: number;
}

interface Part {
  kind: SearchedKind;
  tag: Tag | null;
  date: string;
  anchor: string;
  /** The words of its first line, and of the others. */
  words: Word[];
  details: Word[];
}

/** The parts of a page in its order. The title before the first part belongs to none. */
function partsOf(anchors: Fragment['anchors'], words: readonly Word[]): Part[] {
  const parts: Part[] = [];
  let [rest, end] = [words.length, words.length];
  for (const { title = '', location } of anchors.toReversed()) {
    // As `search-documents.ts` writes it.
    const [word = '', tag = '', date = '', , anchor = ''] = title.split('|');
    const kind = searchedKindNamed(word);
    if (title === REST_LABEL) rest = location;
    else if (kind) {
      const own = { words: paragraph(words.slice(location, rest)), details: paragraph(words.slice(rest, end)) };
      parts.push({ kind, tag: isTag(tag) ? tag : null, date, anchor, ...own });
      rest = end = location;
    }
  }
  return parts.reverse();
}

/** The words of a paragraph, without the full stop that Pagefind ends it with. */
function paragraph(words: readonly Word[]): Word[] {
  return words.map((word, at) => (at < words.length - 1 ? word : { ...word, text: word.text.replace(/\.$/, '') }));
}

/** Whether a part passes the filters that only parts have, exact words among them. */
function admitsPart(query: Query, { kind, tag, date, words, details }: Part): boolean {
  if (!admitsKind(query, kind)) return false;
  // Pagefind knows the concepts, types and scopes of pages, and a page may have other observations besides.
  if (kind !== 'observation' && isAboutObservations(query)) return false;
  // Pagefind knows the tags of pages: who asks for sessions with a tag gets the sessions themselves.
  const isAsked = kind === 'session' && query.kinds.includes(kind);
  if (query.tags.length > 0 && !isAsked && (tag === null || !query.tags.includes(tag))) return false;
  if (date !== '' && !isBetween(date, query.since, query.until)) return false;
  const { phrases, without } = query;
  if (phrases.length + without.length === 0) return true;
  const has = phraseFinder(joinedWords([...words, ...details].map(({ text }) => text).join(' ')));
  return phrases.every(has) && !without.some(has);
}

function foundPart(url: string, { kind, tag, date, anchor, words, details }: Part): FoundPart {
  const all = [...words, ...details];
  return {
    ...{ address: anchor === '' ? url : `${url}#${anchor}`, kind, tag, date },
    words: excerptOf(words, FIRST_LINE),
    details: details.some(({ found }) => found.length > 0) ? excerptOf(details, DETAILS) : [],
    matched: new Set(all.flatMap(({ found }) => found)).size,
    score: all.reduce((sum, { score }) => sum + score, 0),
  };
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

/** A word and the signs around it, which are not part of a match. */
const WORD = /^([^\p{L}\p{N}_$#+]*)(.+?)([^\p{L}\p{N}_$#+]*)$/su;

/**
 * At most `limit` words of a paragraph as runs, from shortly before the first match if that is far from the beginning.
 * Cuts are marked with an ellipsis.
 */
function excerptOf(words: readonly Word[], limit: number): Run[] {
  const first = words.findIndex(({ found }) => found.length > 0);
  const from = first < limit ? 0 : Math.max(0, Math.min(first - LEAD, words.length - limit));
  const runs: Run[] = [];
  const add = (text: string, isFound = false) => {
    const last = runs.at(-1);
    if (last && last.isFound === isFound) last.text += text;
    else if (text !== '') runs.push({ text, isFound });
  };
  if (from > 0) add('… ');
  for (const [at, { text, found }] of words.slice(from, from + limit).entries()) {
    const word = text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD).toWellFormed()}…` : text;
    if (at > 0) add(' ');
    const [, before = '', inside = '', after = ''] = WORD.exec(word) ?? [];
    if (found.length === 0) add(word);
    else for (const [run, isFound] of [[before], [inside, true], [after]] as const) add(run, isFound);
  }
  if (from + limit < words.length) add(' …');
  // The blanks between words of scripts without blanks are only in the index.
  return runs.map(({ text, isFound }) => ({ text: joinedWords(text), isFound }));
}
