/**
 * What counts as a word when records are ranked. Records and questions go through the same steps: names are split into
 * their parts and kept whole, English words lose their endings, and scripts without spaces become pairs of characters.
 *
 *     tokensOf('parseChronicle broke src/auth.ts')
 *     // parsechronicle pars chronicl broke srcauthts src auth ts
 */
import { stemmer } from 'stemmer';
import { foldText } from '../search/words.ts';

/** What a record is ranked by: tokens separated by spaces. */
export interface RankedColumns {
  /** The first line of its text. */
  head: string;
  /** The other lines. */
  rest: string;
  /** The title and branch of its session. */
  context: string;
}

/** The columns, in the order of the index. */
export const COLUMNS = ['head', 'rest', 'context'] as const satisfies readonly (keyof RankedColumns)[];

/** Longer tokens are cut (UTF-16 units): nobody types them, and an index keeps each of them. */
const LONGEST_TOKEN = 64;
/** A text is ranked by the words within so much of it (UTF-16 units): a narrative of any length, but no pasted log. */
const LONGEST_TEXT = 20_000;
/** How many tokens of words are kept ready. Archives repeat a few thousand words. */
const MOST_KNOWN = 50_000;

/** Words between spaces, as `foldText` sees them. */
const BLANKS = /[\s\u0085\u200b\u2060]+/;

/** The tokens of words, separated by spaces. */
const known = new Map<string, string>();

/** The tokens of a text, in its order. */
export function tokensOf(text: string): string[] {
  return joinedTokens(text)
    .split(' ')
    .filter((token) => token !== '');
}

/** The part of a text that it is ranked by: whole words. */
export function rankedPart(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  let end = LONGEST_TEXT;
  while (end > 0 && !BLANKS.test(text[end] ?? '')) end--;
  return text.slice(0, end);
}

function joinedTokens(text: string): string {
  let tokens = '';
  for (const word of rankedPart(text).split(BLANKS)) {
    const own = tokensOfWord(word);
    if (own !== '') tokens += tokens === '' ? own : ` ${own}`;
  }
  return tokens;
}

/** The columns that a record is ranked by. */
export function rankedColumns(text: string, title: string, branch: string): RankedColumns {
  const { head, rest, context } = rankedTexts(text, title, branch);
  return { head: joinedTokens(head), rest: joinedTokens(rest), context: joinedTokens(context) };
}

/** The texts of these columns. */
export function rankedTexts(text: string, title: string, branch: string): RankedColumns {
  const end = text.indexOf('\n');
  const head = end === -1 ? text : text.slice(0, end);
  return { head, rest: end === -1 ? '' : text.slice(end), context: `${title} ${branch}` };
}

function tokensOfWord(word: string): string {
  if (word === '') return '';
  const ready = known.get(word);
  if (ready !== undefined) return ready;
  const tokens = newTokens(word).join(' ');
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, tokens);
  return tokens;
}

/** All scripts that are written without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+/gu;

function newTokens(word: string): readonly string[] {
  const { text, parts } = foldText(word);
  if (text === '') return [];
  const bounds = [...parts, text.length];
  return tokensOfParts(bounds.slice(1).map((end, i) => text.slice(bounds[i], end)));
}

/** The tokens of a word with these folded parts. */
export function tokensOfParts(parts: readonly string[]): string[] {
  const whole = parts.length > 1 ? [parts.join('')] : [];
  return [...whole, ...parts.flatMap(piecesOf)].map(tokenOf);
}

/** The token of a folded word or part. */
export function tokenOf(text: string): string {
  return stemOf(text).slice(0, LONGEST_TOKEN);
}

/** A part of a name without the `_` that ends it; pairs of characters in scripts without spaces. */
function piecesOf(part: string): string[] {
  const plain = part.replace(/_+$/, '');
  if (!UNSPACED.test(plain)) return plain === '' ? [] : [plain];
  return (plain.match(UNSPACED_RUN) ?? []).flatMap((run) => (UNSPACED.test(run) ? pairs(run) : [run]));
}

function pairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.length === 1 ? characters : characters.slice(1).map((second, i) => `${characters[i]}${second}`);
}

/** Only words of plain letters have English endings. The stem of another language's word is still the same in texts and questions. */
function stemOf(token: string): string {
  return /^[a-z]{3,30}$/.test(token) ? stemmer(token) : token;
}

/** Words that say nothing about what a question is about. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does doing
  don for from had has have having he her here him his how i if in into is it its just me more most my no nor not now of
  off on once only or other our out over own same she should so some such than that the their them then there these they
  this those through to too under until up us very was we were what when where which while who whom why will with would
  you your s t re ve ll d m ever last time`.split(/\s+/),
);

const STOP_TOKENS = new Set([...STOP_WORDS].map(stemOf));

/** The tokens of a text that say what it is about, each once. */
export function tellingTokens(text: string): Set<string> {
  const telling = new Set<string>();
  const add = (token: string) => {
    if (token !== '' && !STOP_TOKENS.has(token)) telling.add(token);
  };
  for (const word of rankedPart(text).split(BLANKS)) {
    const tokens = tokensOfWord(word);
    // Most words are one token: without a list for each, this takes two thirds of the time.
    if (tokens.includes(' ')) tokens.split(' ').forEach(add);
    else add(tokens);
  }
  return telling;
}

/** A question in tokens. */
export interface Question {
  /** Each once, in the order of the words. A record needs only one of them. */
  terms: readonly string[];
  /** All words as one phrase, folded like texts; empty for a single word. */
  phrase: string;
}

/** The most terms that are looked for: a question of a person or an agent, not a pasted log. */
const MOST_TERMS = 64;

/** What a question asks for. Stop words count only if there are no others. */
export function questionOf(words: string): Question {
  const asked = words
    .slice(0, LONGEST_TEXT)
    .split(BLANKS)
    .filter((word) => tokensOfWord(word) !== '');
  const telling = asked.filter((word) => !STOP_WORDS.has(foldText(word).text));
  const found = (telling.length > 0 ? telling : asked).flatMap((word) => tokensOfWord(word).split(' '));
  const terms = [...new Set(found)].slice(0, MOST_TERMS);
  const phrase = asked.length > 1 ? foldText(asked.join(' ')).text : '';
  return { terms, phrase };
}
