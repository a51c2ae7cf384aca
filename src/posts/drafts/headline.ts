import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { plainText } from '#src/lib/text/blocks.ts';
import { capitalisedProse } from '#src/lib/text/capital.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { readInline } from '#src/lib/text/markdown.ts';

/** The longest heading, and the shortest that may end at a clause (characters). */
const LONGEST = 70;
const SHORTEST = 12;
/** What is left for the text below a heading has at least this many words. */
const FEWEST_WORDS = 4;
/** The name of a memory, with which hits and misses begin. */
const MEMORY = /^[\w.-]{1,80}\.md: */;
/** The end of a clause: a colon, semicolon, dash or full stop, or a comma if nothing else fits. */
const CLAUSE = /(?:[;:]|\.) | [–—-] /g;
const COMMA = /, /g;
const BRACKET = / \(/g;

/** An event as a heading, and what it says below, as Markdown; empty if the heading says all of it. */
export interface Headed {
  heading: string;
  body: string;
}

/**
 * An event under a heading in its own words: its first clause, without marks; of a quotation the first sentence, and of a
 * question with its answer the answer.
 *
 *     From days to nights: a bird sleeps once    ->    From days to nights / A bird sleeps once.
 */
export function headed({ text, tag }: Pick<ChronicleEvent, 'text'> & Partial<Pick<ChronicleEvent, 'tag'>>): Headed {
  const line = oneLine(text);
  const isTyped = tag === 'USER-CORRECTION';
  const end = endOf(line, CLAUSE);
  const rest = end === undefined ? '' : line.slice(end.after);
  if (!isTyped && end !== undefined && isProse(line) && rest.split(' ').length >= FEWEST_WORDS)
    return { heading: capital(line.slice(0, end.at)), body: sentence(capitalisedProse(rest)) };
  const words = answerIn(plain(line).replace(MEMORY, '')).replace(/^["“„«](.*?)["”»]?$/, '$1');
  const said = isTyped ? withoutNo(words) : words;
  const isCode = line.startsWith('`');
  const heading = shortened((isCode ? said : capitalisedProse(said)).replace(/[.,;:]$/, ''));
  return { heading, body: heading === capital(line).replace(/[.,;:]$/, '') ? '' : sentence(text) };
}

/** What a person types before the words that say what is wanted: "no. three pods" is about the pods. */
const NO =
  /^(?:(?:no+|nope|nah|nein|non|não|нет|いや|いえ|不|wait|stop|hold on|hm+|well|ok(?:ay)?|but|and|sorry|actually|please|pls|bitte|that(?:['’]s| is) (?:wrong|not right|incorrect))[\s.,!:;–—、。，-]+)+/iu;
const LEAST_LEFT = 12;

/** A correction without its "no", if enough is left to say something. */
function withoutNo(words: string): string {
  const left = words.replace(NO, '');
  // "No renaming" and "No sleeps" say what is not wanted.
  const isMeant = /^no [^\s.,!]/i.test(words) && !/^no [.,!–—-]/i.test(words);
  return isMeant || left.length < LEAST_LEFT ? words : left;
}

/** The plain words of a line with a capital, unless it begins with code. */
function capital(line: string): string {
  return line.startsWith('`') ? plain(line) : capitalisedProse(plain(line));
}

/** A text with a full stop, unless it has an end of its own. */
export function sentence(text: string): string {
  const line = text.trim();
  return line === '' || /[.?!…:]["”’»)*_`]*$/.test(line) ? line : `${line}.`;
}

/** The first sentences of what a person typed, as many as fit, without the ticket it begins with. */
export function firstSentences(typed: string, longest: number): string {
  const [paragraph = ''] = typed.trim().split(/\n\s*\n/);
  const line = oneLine(paragraph.replace(/^[#>*+-]+[ \t]+/gm, '')).replace(
    /^[A-Z][A-Z0-9]{1,9}-\d+(?:[:.,]|\s[–—-])\s+/,
    '',
  );
  if (line.length <= longest) return line;
  const sentences = /^.*[.?!]["”’)]?(?=\s)/.exec(line.slice(0, longest))?.[0];
  return sentences ?? `${line.slice(0, Math.max(line.lastIndexOf(' ', longest - 1), longest / 2))}…`;
}

/** Whether a line is no quotation, memory or question, whose beginnings are no headings. */
function isProse(line: string): boolean {
  return !/^["“„«]/.test(line) && !MEMORY.test(line) && answerIn(line) === line;
}

/** What follows a question. */
function answerIn(text: string): string {
  const end = text.startsWith('"') ? -1 : text.indexOf('? ');
  return end === -1 ? text : text.slice(end + 2);
}

function shortened(text: string): string {
  if (text.length <= LONGEST && endOf(text, CLAUSE) === undefined) return text;
  const end = endOf(text, CLAUSE) ?? endOf(text, BRACKET) ?? endOf(text, COMMA);
  if (end !== undefined) return text.slice(0, end.at);
  const cut = text.slice(0, LONGEST);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > LONGEST / 2 ? space : LONGEST - 1).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** Where the first clause of a fitting length ends, outside of code, and where the next begins. */
function endOf(text: string, clause: RegExp): { at: number; after: number } | undefined {
  const ends = [...text.slice(0, LONGEST + 3).matchAll(clause)].map(({ 0: sign, index }) => ({
    at: index,
    after: index + sign.length,
  }));
  return ends.find(({ at }) => at >= SHORTEST && at <= LONGEST && text.slice(0, at).split('`').length % 2 === 1);
}

function plain(text: string): string {
  return oneLine(plainText(readInline(text)));
}
