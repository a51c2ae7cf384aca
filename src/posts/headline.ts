/** An event as a heading that is a whole sentence, and the text below it. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { plainText } from '#src/lib/text/blocks.ts';
import { capitalisedProse } from '#src/lib/words.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { readInline } from '#src/lib/text/markdown.ts';

/** The longest heading (characters), and the fewest words that make one. */
const LONGEST = 100;
const FEWEST_WORDS = 3;
/** The name of a memory, with which hits and misses begin. */
const MEMORY = /^[\w.-]{1,80}\.md: */;
/** Where a sentence ends, and where a clause does that can be one. */
const SENTENCE = /[.?!](?= )/g;
const CLAUSE = /; | [–—] /g;
/** Where a long sentence has said what happened. */
const TURN = /, (?=(?:so|but) )/g;

/** An event as a heading, and what it says below, as Markdown; empty if the heading says all of it. */
export interface Headed {
  heading: string;
  body: string;
}

/**
 * The heading is the event's first sentence in its own words, or its first clause if what follows is one too; of a question
 * with its answer, the answer. An event without such a beginning gets the heading `otherwise`, and is all below it.
 *
 *     Remove curl fallback — gh CLI is in the allowlist   ->   Remove curl fallback / gh CLI is in the allowlist.
 */
export function headed({ text }: Pick<ChronicleEvent, 'text'>, otherwise: string): Headed {
  const line = oneLine(text);
  const said = answerIn(line.replace(MEMORY, ''));
  const all = asHeading(said);
  const end = endOf(said, CLAUSE) ?? endOf(said, SENTENCE) ?? (all === null ? endOf(said, TURN) : undefined);
  if (!end || wordsIn(said.slice(end.after)) < FEWEST_WORDS)
    return all === null ? { heading: otherwise, body: sentence(line) } : { heading: all, body: restOf(line, said) };
  const heading = asHeading(said.slice(0, end.at));
  if (heading === null) return { heading: otherwise, body: sentence(line) };
  return { heading, body: sentence(said === line ? capitalisedProse(said.slice(end.after).trim()) : line) };
}

/** What a heading does not say of an event: all of it, if it is only a part. */
function restOf(line: string, said: string): string {
  return said === line || MEMORY.test(line) ? '' : sentence(line);
}

/** A text as a heading, without marks; null if it is no sentence or too long for one. */
function asHeading(text: string): string | null {
  const words = oneLine(plainText(readInline(text))).replace(/[.,;:]+$/, '');
  const heading = text.startsWith('`') ? words : capitalisedProse(words);
  return heading.length > LONGEST || wordsIn(heading) < FEWEST_WORDS ? null : heading;
}

/** Where the first part of a text ends that could be a heading, outside of code, quotes and brackets. */
function endOf(text: string, sign: RegExp): { at: number; after: number } | undefined {
  return [...text.slice(0, LONGEST + 3).matchAll(sign)]
    .map(({ 0: { length }, index }) => ({ at: index, after: index + length }))
    .find(({ at }) => wordsIn(text.slice(0, at)) >= FEWEST_WORDS && isWhole(text.slice(0, at)));
}

function isWhole(text: string): boolean {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  return count(/`/g) % 2 === 0 && count(/"/g) % 2 === 0 && count(/[“„«(]/g) === count(/[”»)]/g);
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** What follows a question. */
function answerIn(text: string): string {
  const end = text.startsWith('"') ? -1 : text.indexOf('? ');
  return end === -1 ? text : text.slice(end + 2);
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
