/**
 * Takes the Markdown of an answer apart into headings, items and paragraphs, and those into sentences. Code, tables and
 * quotes are left out: what they say, somebody else said.
 *
 *     **Root cause**: the token is read twice.      // a paragraph with the label "Root cause"
 */
import { fencedLines } from '#src/lib/fenced-lines.ts';
import { capitalisedProse } from '#src/lib/words.ts';
import { clip } from '#src/lib/text/clip.ts';

/** A piece of an answer, without marks for bold text, links and lists. */
export interface Block {
  kind: 'heading' | 'item' | 'paragraph';
  /** The words before a colon that name what follows, mostly in bold: `Root cause`. Empty without any. */
  label: string;
  /** The text without its label. */
  text: string;
  /** The heading above, or the line above that ends in a colon. Empty without one. */
  heading: string;
}

/** An answer says what matters in its beginning. */
const READ = 8000;
const MOST_LINES = 400;
const LONGEST_LINE = 2000;

const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;
const ITEM = /^\s{0,16}(?:[-*•‣◦·]|\d{1,2}[.)]|[①-⑩])\s+(.*)$/;
const LEFT_OUT = /^\s{0,12}[|>┌├│└╭╰┃]/;
const RULE = /^\s{0,6}[-=_*─━═]{3,}\s*$/;
/** The frame that the output style "Explanatory" draws around what it explains. */
const INSIGHT = /^\s{0,3}`?★\s{1,3}(\p{L}{1,20})/u;
/** A whole line in bold: a heading. */
const BOLD_LINE = /^\s{0,6}\*\*([^*]{2,80})\*\*:?\s*$/;

/** The blocks of an answer, in order. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  // A short line that ends in a colon names the items right below it.
  let intro = '';
  let open: string[] = [];
  let kind: Block['kind'] = 'paragraph';
  const close = () => {
    const said = open.join(' ');
    open = [];
    if (said.trim() === '') return;
    const block = blockOf(kind, said, kind === 'item' && intro !== '' ? intro : heading);
    blocks.push(block);
    if (kind === 'paragraph') intro = introIn(block);
  };
  const lines = text.slice(0, READ).split('\n', MOST_LINES);
  const code = fencedLines(lines);
  for (const [i, whole] of lines.entries()) {
    if (code.has(i)) {
      close();
      continue;
    }
    const line = whole.slice(0, LONGEST_LINE);
    const [, insight] = INSIGHT.exec(line) ?? [];
    const [, title] = HEADING.exec(line) ?? BOLD_LINE.exec(line) ?? [];
    const [, item] = ITEM.exec(line) ?? [];
    if (insight !== undefined || title !== undefined) {
      close();
      intro = '';
      heading = insight === undefined ? plain(title ?? '').replace(/[:：]$/, '') : '★';
      blocks.push({ kind: 'heading', label: '', text: heading, heading: '' });
    } else if (line.trim() === '' || RULE.test(line.replaceAll('`', '')) || LEFT_OUT.test(line)) {
      close();
      if (heading === '★' && RULE.test(line.replaceAll('`', ''))) heading = '';
      kind = 'paragraph';
    } else if (item !== undefined) {
      close();
      kind = 'item';
      open.push(item);
    } else {
      if (open.length === 0) kind = 'paragraph';
      open.push(line.trim());
    }
  }
  close();
  return blocks;
}

function introIn({ label, text }: Block): string {
  const said = label !== '' && text === '' ? label : text.replace(/[:：]$/, '');
  return said !== text && said.length <= LONGEST_INTRO ? said : '';
}

const LONGEST_INTRO = 60;
const BOLD_LABEL = /^\*\*([^*]{2,60}?)\s*[:：]?\*\*\s*(?:[:：]|[-–—](?=\s))?\s*/;
const PLAIN_LABEL = /^([\p{L}\p{N}][\p{L}\p{N} '’/()-]{1,38})[:：]\s/u;

function blockOf(kind: Block['kind'], said: string, heading: string): Block {
  // A sign before the words, as in "✅ **Fixed**: …".
  const words = said.replace(/^[^\p{L}\p{N}`*"'“‘(«「]{1,8}/u, '');
  const [bold, inBold] = BOLD_LABEL.exec(words) ?? [];
  // Bold words that go on as a sentence are no label.
  const isLabel = bold !== undefined && /(?:[:：]\*\*|\*\*\s*[:：]|[-–—])\s*$/.test(bold);
  const bare = isLabel ? words : words.replace(/^\*\*/, '');
  const [named, name] = isLabel ? [bold, inBold] : (PLAIN_LABEL.exec(bare.slice(0, 80)) ?? []);
  const label = name === undefined || name.split(' ').length > 6 ? '' : plain(name);
  return { kind, label, text: plain(label === '' ? words : bare.slice(named?.length ?? 0)), heading };
}

/** A text without marks for bold and italic words and links, on one line. Code keeps its backticks. */
export function plain(text: string): string {
  return text
    .replace(/!?\[([^[\]]{1,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\*\*|__(?=\S)|(?<=\S)__/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const END = /[.!?…]["'”’»)\]`]{0,3}(?=\s|$)|[。！？]["'”’」』）]{0,2}/g;
/** Words that end in a full stop in the middle of a sentence. */
const SHORT =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|fig|eq|ca|incl|max|min|dr|mr|mrs|z\.\s?b|d\.\s?h|u\.\s?a|bzw|p\.\s?ej|ej|p\.\s?ex)\.$|^\s*\d{1,3}\.$/iu;

/** The sentences of a text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  let read = 0;
  let isCode = false;
  const lastTick = text.lastIndexOf('`');
  for (const { 0: mark, index } of text.matchAll(END)) {
    const to = index + mark.length;
    // A mark in code, as in `split(…)`, ends nothing.
    for (; read < index; read++) if (text[read] === '`') isCode = !isCode;
    const isInside = isCode && index < lastTick;
    if (isInside && !(mark.endsWith('`') && /^\s+\p{Lu}/u.test(text.slice(to, to + 6)))) continue;
    const isEnd = !(
      mark.startsWith('.') &&
      (isShort(text.slice(Math.max(from, index - 12), index + 1), index - 12 <= from) || goesOn(text, to))
    );
    if (!isEnd) continue;
    const sentence = text.slice(from, to).trim();
    if (sentence !== '') sentences.push(sentence);
    from = to;
  }
  const rest = text.slice(from).trim();
  return rest === '' ? sentences : [...sentences, rest];
}

/** Ends in an abbreviation, or in an initial. */
function isShort(words: string, isStart: boolean): boolean {
  return SHORT.test(isStart ? words : `-${words}`) || /(?:^|[\s(])\p{Lu}\.$/u.test(words);
}

/** A full stop before a small letter ends no sentence. */
function goesOn(text: string, at: number): boolean {
  return /^\s+\p{Ll}/u.test(text.slice(at, at + 6));
}

/** As long as a person would make the line of an event. */
const LONGEST_HEADLINE = 140;
/** A clause that is cut off leaves at least this much. */
const LEAST_CLAUSE = 48;
/** Where a long sentence can end without losing its sense. */
const CLAUSE =
  /; |\s[–—]\s|: |, (?:so|which|and|but|because|since|while|whereas|meaning|causing|instead|rather|sodass|weil|aber|und|was|porque|pero|y|lo que|ce qui|car|mais|et|perché|ma|porém|mas|e) | \((?=[^)]*\)$)|[，；、]|，(?=但|所以|因为)/g;

/** A sentence as the line of an event. */
export interface Headline {
  /** Ends in `…` if it was cut. */
  text: string;
  /** The whole sentence if the line was cut, otherwise empty: a part alone could say something else. */
  full: string;
}

/** Makes a sentence the line of an event: without its full stop, with a capital, cut at a clause if it is too long. */
export function headline(sentence: string): Headline {
  return quotation(capitalisedProse(sentence));
}

/** The same for a person's own words, which keep their first letter. */
export function quotation(sentence: string): Headline {
  const whole = sentence.replace(/[\s.。:：;,]+$/, '').trim();
  if (whole.length <= LONGEST_HEADLINE) return { text: whole, full: '' };
  let cut = -1;
  for (const { index } of whole.matchAll(CLAUSE)) {
    if (index >= LONGEST_HEADLINE) break;
    if (index >= LEAST_CLAUSE && isClosed(whole.slice(0, index))) cut = index;
  }
  if (cut !== -1) return { text: `${whole.slice(0, cut).trimEnd()}…`, full: whole };
  const words = whole.slice(0, LONGEST_HEADLINE - 1);
  const space = words.lastIndexOf(' ');
  const kept = space < LEAST_CLAUSE ? clip(words, LONGEST_HEADLINE - 2).replace(/…$/, '') : words.slice(0, space);
  return { text: `${withWholeCode(kept)}…`, full: whole };
}

/** Without the half of some code at its end. */
function withWholeCode(text: string): string {
  const last = text.lastIndexOf('`');
  if (count(text, '`') % 2 === 0) return text;
  return last < LEAST_CLAUSE ? `${text.slice(0, LONGEST_HEADLINE - 3)}\`` : text.slice(0, last).trimEnd();
}

/** A cut must not leave an open bracket or half of some code. */
function isClosed(text: string): boolean {
  return count(text, '`') % 2 === 0 && count(text, '(') <= count(text, ')');
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
