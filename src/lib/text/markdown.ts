import MarkdownIt from 'markdown-it';
import { type Align, type Block, type Inline, isSafeLink, plainText } from './blocks.ts';
import { comments, inlineComments, nameMarks, noteMarks, noteNames, notes, pictures } from './markdown-rules.ts';

type Token = ReturnType<MarkdownIt['parse']>[number];

/** The deepest nesting of blocks. markdown-it drops deeper ones, so such text is not parsed. */
const DEEPEST = 40;
/** The longest text that is parsed (characters). The limit bounds the work of hostile text. */
const LONGEST = 200_000;
/** Text without any of these needs no parsing. */
const MARKS = /[`*_[\]<>\\&]/;

const blockParser = withNames(withGithub(parser()));
/** Reads what `writeMarkdown` wrote, which has no names with bare marks, and what people write in a draft. */
const draftParser = withDraftMarks(withGithub(parser()));
const inlineParser = withNames(parser());
// In one-line texts, backslashes and `&amp;` are meant literally.
inlineParser.disable(['escape', 'entity', 'newline']);

/**
 * Parses untrusted Markdown into a closed tree. HTML, images and unsafe links stay text. Never throws. Text that is too long
 * or nested too deeply becomes plain paragraphs.
 */
export function readMarkdown(text: string): Block[] {
  if (text.trim() === '') return [];
  if (text.length > LONGEST) return plainParagraphs(text);
  const tokens = blockParser.parse(text, {});
  return isTooDeep(tokens) ? plainParagraphs(text) : readBlocks(new Cursor(tokens));
}

/** A block of a draft, or none where a part of it has only marks. */
export interface DraftPart {
  /** Where it begins, from 1. */
  line: number;
  block: Block | null;
  /** The comments and pictures in it. They are in no block; of a picture, its alt text is. */
  marks: DraftMark[];
}

export type DraftMark = { line: number } & (
  | { kind: 'comment'; text: string }
  /** A comment that never ends, with all that follows it. */
  | { kind: 'unended' }
  | { kind: 'picture'; alt: string; address: string }
  /** A link to another place than a web address, of which only the text remains, or the definition of a link. */
  | { kind: 'link'; fault: string }
);

/**
 * Parses a draft: the same Markdown, with comments and pictures. Its footnotes are blocks of their own. Null if it is nested
 * too deeply. Never throws.
 */
export function readDraftMarkdown(text: string): DraftPart[] | null {
  const tokens = draftParser.parse(text, {});
  if (isTooDeep(tokens)) return null;
  const cursor = new Cursor(tokens);
  const parts: DraftPart[] = [];
  for (let token = cursor.take(); token; token = cursor.take()) {
    const line = (token.map?.[0] ?? 0) + 1;
    const [block = null] = readBlock(token, cursor);
    parts.push({ line, block, marks: cursor.marks.splice(0) });
  }
  return parts;
}

function isTooDeep(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.level >= DEEPEST - 1);
}

/** Parses one line of untrusted text: inline code, emphasis and links; everything else stays text. Never throws. */
export function readInline(text: string): Inline[] {
  if (!MARKS.test(text) || text.length > LONGEST) return [{ kind: 'text', text }];
  const [line] = inlineParser.parseInline(text, {});
  return readSpans(new Cursor(line?.children ?? []));
}

function parser(): MarkdownIt {
  const markdown = new MarkdownIt('commonmark', { html: false, linkify: false, typographer: false });
  // markdown-it supports this option, but its types lack it.
  Object.assign(markdown.options, { maxNesting: DEEPEST });
  markdown.validateLink = isSafeLink;
  // Images must not be loaded, and a line that looks like a link definition must not vanish.
  markdown.disable(['image', 'reference']);
  return markdown;
}

function withNames(markdown: MarkdownIt): MarkdownIt {
  markdown.inline.ruler.before('emphasis', 'name_marks', nameMarks);
  return markdown;
}

/** With GitHub's tables and strikethrough, and with footnotes. */
function withGithub(markdown: MarkdownIt): MarkdownIt {
  markdown.enable(['table', 'strikethrough']);
  markdown.core.ruler.before('block', 'note_names', noteNames);
  markdown.block.ruler.before('paragraph', 'note', notes, { alt: ['paragraph'] });
  markdown.inline.ruler.before('link', 'note', noteMarks);
  return markdown;
}

function withDraftMarks(markdown: MarkdownIt): MarkdownIt {
  markdown.block.ruler.before('blockquote', 'comment', comments, { alt: ['paragraph', 'blockquote', 'list'] });
  markdown.inline.ruler.before('link', 'picture', pictures);
  markdown.inline.ruler.before('autolink', 'comment', inlineComments);
  // What leads elsewhere is reported, and no link.
  markdown.validateLink = () => true;
  return markdown;
}

class Cursor {
  /** What a draft has besides its blocks, up to the next token. */
  readonly marks: DraftMark[];
  /** The line of the current paragraph, from 1. */
  readonly line: number;
  readonly #tokens: Token[];
  #next = 0;

  constructor(tokens: Token[], marks: DraftMark[] = [], line = 1) {
    this.#tokens = tokens;
    this.marks = marks;
    this.line = line;
  }

  take(): Token | undefined {
    return this.#tokens[this.#next++];
  }
}

/** The blocks up to the end of the current one. */
function readBlocks(cursor: Cursor): Block[] {
  const blocks: Block[] = [];
  for (let token = cursor.take(); token && token.nesting >= 0; token = cursor.take())
    blocks.push(...readBlock(token, cursor));
  return blocks;
}

function readBlock(token: Token, cursor: Cursor): Block[] {
  switch (token.type) {
    case 'paragraph_open':
      return [{ kind: 'paragraph', children: readLine(cursor) }];
    case 'heading_open':
      return [{ kind: 'heading', level: Number(token.tag.slice(1)), children: readLine(cursor) }];
    case 'bullet_list_open':
      return [{ kind: 'list', ordered: false, start: 1, items: readItems(cursor) }];
    case 'ordered_list_open':
      return [{ kind: 'list', ordered: true, start: Number(token.attrGet('start') ?? 1), items: readItems(cursor) }];
    case 'blockquote_open':
      return [{ kind: 'quote', children: readBlocks(cursor) }];
    case 'fence':
    case 'code_block':
      return [
        { kind: 'code', language: token.info.trim().split(/\s/, 1)[0] ?? '', text: token.content.replace(/\n$/, '') },
      ];
    case 'table_open':
      return [readTable(cursor)];
    case 'note_open': {
      const children = readLine(cursor);
      // `writeMarkdown` ends a footnote of one word with a blank that does not break.
      const last = children.at(-1);
      if (last?.kind === 'text') last.text = last.text.replace(/\s+$/, '');
      return [{ kind: 'note', name: String(token.meta), children }];
    }
    case 'hr':
      return [{ kind: 'rule' }];
    case 'comment':
    case 'unended':
      addMark(token, (token.map?.[0] ?? 0) + 1, cursor);
      return [];
    default:
      return token.content === '' ? [] : [{ kind: 'paragraph', children: [{ kind: 'text', text: token.content }] }];
  }
}

function readTable(cursor: Cursor): Block {
  const align: Align[] = [];
  const rows: Inline[][][] = [];
  for (let token = cursor.take(); token && token.type !== 'table_close'; token = cursor.take()) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    if (rows.length === 1) align.push(alignOf(token.attrGet('style')));
    rows.at(-1)?.push(readLine(cursor));
  }
  return { kind: 'table', align, rows };
}

function alignOf(style: string | null): Align {
  const [, side] = /^text-align:(left|right|center)$/.exec(style ?? '') ?? [];
  return side === 'left' || side === 'right' || side === 'center' ? side : null;
}

function readItems(cursor: Cursor): Block[][] {
  const items: Block[][] = [];
  for (let token = cursor.take(); token && token.nesting >= 0; token = cursor.take()) items.push(readBlocks(cursor));
  return items;
}

/** Reads the spans of a paragraph or heading, and its closing token. */
function readLine(cursor: Cursor): Inline[] {
  const content = cursor.take();
  cursor.take();
  const line = (content?.map?.[0] ?? 0) + 1;
  if (DEFINITION.test(content?.content ?? '')) cursor.marks.push({ ...DEFINED_LINK, line });
  return readSpans(new Cursor(content?.children ?? [], cursor.marks, line));
}

const OTHER_LINK = { kind: 'link', fault: 'a link does not lead to a web address' } as const;
const DEFINED_LINK = { kind: 'link', fault: 'a link is defined apart from its text' } as const;
const DEFINITION = /^\[(?!\^)[^[\]]+\]:[ \t]*\S/m;

function addMark({ type, content, meta }: Token, line: number, { marks }: Cursor): void {
  if (type === 'comment') marks.push({ line, kind: 'comment', text: content.trim() });
  else if (type === 'unended') marks.push({ line, kind: 'unended' });
  else marks.push({ line, kind: 'picture', alt: content, address: String(meta) });
}

function readSpans(cursor: Cursor): Inline[] {
  const spans: Inline[] = [];
  for (let token = cursor.take(); token && token.nesting >= 0; token = cursor.take())
    addSpan(spans, readSpan(token, cursor));
  return spans;
}

function readSpan(token: Token, cursor: Cursor): Inline {
  switch (token.type) {
    case 'code_inline':
      return { kind: 'code', text: token.content };
    case 'em_open':
      return { kind: 'emphasis', children: readSpans(cursor) };
    case 'strong_open':
      return { kind: 'strong', children: readSpans(cursor) };
    case 's_open':
      return { kind: 'strike', children: readSpans(cursor) };
    case 'note':
      return { kind: 'note', text: token.content };
    case 'link_open': {
      const href = token.attrGet('href') ?? '';
      const children = readSpans(cursor);
      if (!isSafeLink(href)) cursor.marks.push({ ...OTHER_LINK, line: cursor.line });
      return isSafeLink(href) ? { kind: 'link', href, children } : { kind: 'emphasis', children };
    }
    case 'hardbreak':
      return { kind: 'break' };
    case 'softbreak':
      return { kind: 'text', text: '\n' };
    case 'comment':
    case 'unended':
      addMark(token, cursor.line, cursor);
      return { kind: 'text', text: '' };
    case 'picture':
      addMark(token, cursor.line, cursor);
      return { kind: 'text', text: token.content };
    default:
      return { kind: 'text', text: token.content };
  }
}

/** Adds a span; adjacent texts are joined. */
function addSpan(spans: Inline[], span: Inline): void {
  const last = spans.at(-1);
  if (span.kind === 'text' && last?.kind === 'text') last.text += span.text;
  else if (span.kind !== 'text' || span.text !== '') spans.push(span);
}

function plainParagraphs(text: string): Block[] {
  return text
    .split(/\n[ \t]*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ kind: 'paragraph', children: [{ kind: 'text', text: part.trim() }] }));
}

/** The longest opening: about three lines in a column (characters). */
const LONGEST_OPENING = 180;

/** The opening of a narrative: as many sentences of its first paragraph as fit, without formatting. */
export function opening(markdown: string, longest = LONGEST_OPENING): string {
  const paragraphs = readMarkdown(markdown.slice(0, 4000)).flatMap((block) =>
    block.kind === 'paragraph' ? [plainText(block.children).replace(/\s+/g, ' ').trim()] : [],
  );
  const text = paragraphs.map(withoutLabel).find((each) => each !== '') ?? paragraphs[0] ?? '';
  if (text.length <= longest) return text;
  const sentences = text.slice(0, longest).match(/^.*[.?!]["”’)]?(?=\s)/s)?.[0];
  if (sentences && sentences.length > longest / 5) return sentences;
  const cut = text.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** A paragraph without a last sentence that only announces what follows: "All tests pass. Summary:" */
function withoutLabel(text: string): string {
  if (!/[:：]$/.test(text)) return text;
  return text.match(/^.*(?:[.?!]["”’)]?(?=\s)|[。！？][」』]?)/s)?.[0] ?? '';
}
