/** An event as a heading that is a whole sentence, and the text below it. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Tag } from '#src/format/tags.ts';
import { plainText } from '#src/lib/text/blocks.ts';
import { capitalisedProse } from '#src/lib/words.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { readInline } from '#src/lib/text/markdown.ts';

/** The longest heading (characters), and the fewest words that make one. */
const LONGEST = 100;
const FEWEST_WORDS = 3;
/** A sentence with fewer words says too little for a heading. */
const FEWEST_SAID = 4;
/** The name of a memory, with which hits and misses begin. */
const MEMORY = /^[\w.-]{1,80}\.md: */;
/** Where a sentence ends, or a clause that can be one. */
const END = /[.?!](?= )|[;:] | [–—] /g;
/** Where a long sentence has said what happened. */
const TURN = /, (?=(?:so|but) )/g;

/** What comes before words that are no sentence by themselves. */
const LEADS: Record<Tag, string> = {
  DECISION: 'The decision: ',
  PIVOT: 'The plan changed: ',
  ERROR: 'It went wrong: ',
  BLOCKED: 'It did not go on: ',
  INSIGHT: 'What it showed: ',
  'MEMORY-MISS': 'It happened again: ',
  'MEMORY-HIT': 'This time it held: ',
  'USER-CORRECTION': 'The correction: ',
};
const VERB =
  /^(?:is|are|was|were|be|has|have|had|does|did|do|can|cannot|could|will|would|must|may|might|should|need|\S+n['’]t|\S+['’](?:s|ve|re|ll|d)|went|made|took|came|gave|got|found|broke|ran|fell|hit|kept|lost|won|read|wrote|put|cost|saw|held)$/i;
const IMPERATIVE =
  /^(?:accept|add|allow|answer|append|apply|ask|avoid|batch|block|borrow|bring|build|bump|cache|call|change|check|clean|clear|close|collect|commit|compare|compile|compute|convert|copy|count|create|cut|defer|delete|deploy|disable|drop|draw|enable|expose|extract|fix|fold|follow|generate|give|go|guard|handle|hide|hold|ignore|import|index|install|keep|leave|let|limit|list|load|lock|log|make|map|mark|measure|merge|migrate|mock|move|name|open|parse|pass|patch|pin|print|publish|pull|push|put|queue|raise|read|rebuild|record|reduce|refuse|reject|release|remove|rename|replace|report|resend|reset|restore|retry|return|reuse|revert|rewrite|reword|rotate|run|save|scan|send|separate|serve|set|ship|show|skip|sort|split|start|stay|stop|store|strip|switch|take|test|track|treat|trim|try|turn|update|upgrade|use|validate|wait|warn|wrap|write)$/i;
const PAST =
  /^(?:(?![a-z]+eed$)[a-z]{3,}ed|left|ran|wrote|put|made|forgot|took|lost|broke|built|chose|sent|set|told|went|kept|read|cut|hit|let|gave|found)$/i;
/** Words that are not written large inside a sentence; those of the second sort begin no sentence with a verb. */
const SMALL =
  /^(?:a|an|the|from|to|in|on|at|of|by|for|both|all|each|every|same|slower|faster|this|that|these|those|our|its)$/i;
const COUNTS = /^(?:\d.*|no|not|only|with|without|one|two|three|four|five|six|seven|eight|nine|ten|less|more)$/i;

/** An event as a heading, and what it says below, as Markdown; empty if the heading says all of it. */
export interface Headed {
  heading: string;
  body: string;
}

/**
 * The heading is the event's first sentence or clause in its own words, of a question with its answer the answer. Words
 * that are no sentence are made one. An event without such a beginning gets the heading `otherwise`, and is all below it.
 *
 *     Remove curl fallback — gh CLI is in the allowlist   ->   We decided to remove curl fallback / gh CLI is in …
 *     Plotted nights by date                              ->   We plotted nights by date
 *     One page a box: nights, weight, voltage             ->   The decision: one page a box / Nights, weight, voltage.
 */
export function headed({ tag, text }: Pick<ChronicleEvent, 'tag' | 'text'>, otherwise: string): Headed {
  const line = oneLine(text);
  const said = answerIn(line.replace(MEMORY, ''));
  const end = endOf(said, END) ?? (said.length > LONGEST ? endOf(said, TURN) : undefined);
  const heading = asHeading(end ? said.slice(0, end.at) : said, tag);
  if (heading === null) return { heading: otherwise, body: sentence(line) };
  if (said !== line) return { heading, body: MEMORY.test(line) && !end ? '' : sentence(line) };
  return { heading, body: end ? sentence(capitalisedProse(said.slice(end.after).trim())) : '' };
}

/** A text as a heading that is a sentence, without marks; null if it is too long for one, or says too little. */
function asHeading(text: string, tag: Tag): string | null {
  const line = oneLine(plainText(readInline(text))).replace(/[.,;:]+$/, '');
  const words = line.split(' ');
  if (line.length > LONGEST || words.length < FEWEST_WORDS) return null;
  const bare = words.map((word) => word.replace(/[",;:()“”]/g, ''));
  const [first = ''] = bare;
  const small = line.slice(0, 1).toLowerCase() + line.slice(1);
  const hasVerb = (longest: number) => bare.slice(1, longest).some((word) => VERB.test(word));
  if (!hasVerb(4) && !/^(?:I|we|it|there)$/i.test(first)) {
    if ((tag === 'DECISION' || tag === 'PIVOT') && IMPERATIVE.test(first)) return `We decided to ${small}`;
    if (/^from$/i.test(first) && words.includes('to')) return `We went ${small}`;
    if (PAST.test(first)) return `We ${small}`;
    // "drops" and "followed" after the first words are most likely what their subject did.
    const isSaid = bare.slice(1, 5).some((word) => /(?:[a-z]{2}ed|[a-z]{2}[^su\W\d]s)$/.test(word));
    if (COUNTS.test(first) || !(isSaid || hasVerb(9)))
      return LEADS[tag] + (SMALL.test(first) || COUNTS.test(first) ? small : line);
  }
  if (words.length < FEWEST_SAID) return null;
  return text.startsWith('`') ? line : capitalisedProse(line);
}

/** Where the first part of a text ends that could be a heading, outside of code, quotes and brackets. */
function endOf(text: string, sign: RegExp): { at: number; after: number } | undefined {
  return [...text.slice(0, LONGEST + 3).matchAll(sign)]
    .map(({ 0: { length }, index }) => ({ at: index, after: index + length }))
    .filter(({ at, after }) => wordsIn(text.slice(0, at)) >= FEWEST_WORDS && wordsIn(text.slice(after)) >= FEWEST_WORDS)
    .find(({ at }) => isWhole(text.slice(0, at)));
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
