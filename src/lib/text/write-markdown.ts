/**
 * Writes the closed tree as Markdown for other generators. CommonMark with HTML, MDX, kramdown, Liquid and Hugo's shortcodes
 * find nothing live in it: readers see the characters themselves.
 *
 *     a <b> {{ c }}  ->  a \<b> {{ c }}             in a draft, which people edit
 *                    ->  a &lt;b> &#x7B;&#x7B; c }}    in a post
 */
import {
  type ConstructName,
  defaultHandlers,
  type Handle,
  type Info,
  type Options,
  type State,
  toMarkdown,
  type Unsafe,
} from 'mdast-util-to-markdown';
import type { Block } from './blocks.ts';
import { oneLine } from './clip.ts';
import { inertCode, type MarkdownForm, mdastBlocks } from './mdast-tree.ts';
import { visibleText } from './plain.ts';
import type {
  Code,
  Delete,
  FootnoteDefinition,
  FootnoteReference,
  InlineCode,
  Link,
  ListItem,
  Paragraph,
  Table,
  TableCell,
} from 'mdast';

/** A closed tree as Markdown with nothing live in it. Ends in a newline; empty without blocks. */
export function writeMarkdown(blocks: readonly Block[], form: MarkdownForm = 'draft'): string {
  return toMarkdown({ type: 'root', children: mdastBlocks(blocks, form) }, MARKDOWN_FORMS[form]);
}

/**
 * A picture as a paragraph. `address` is trusted and written as it is, since it may be a template expression such as
 * `{{ '/assets/a.png' | relative_url }}`. Special characters in the alt text are replaced rather than escaped: Hugo would
 * show the escapes, and markdown-it would drop the escaped characters.
 */
export function writePicture(alt: string, address: string): string {
  return `![${unmarked(alt)}](${address})\n`;
}

/** Replaces every character that Markdown or a template language would read with a similar one. */
function unmarked(words: string): string {
  return oneLine(visibleText(words))
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/[\\|]/g, '/')
    .replaceAll('`', "'")
    .replace(/[*~^$]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/&(?=#?\w+;)/g, '& ');
}

/** A comment as written in a draft, on one line: `<!-- TODO: Who noticed? -->`. */
export function writeComment(text: string): string {
  // Two dashes may not be in one, and its end counts wherever it is.
  return `<!-- ${oneLine(visibleText(text))
    .replace(/-{2,}/g, '–')
    .replace(/^[->]+/, '')} -->\n`;
}

/**
 * Writes what GitHub's Markdown adds to CommonMark and every target of ours reads or shows as it is: tables, strikethrough,
 * task lists and footnotes.
 */
/** What a line of text must not begin with or contain, so that it is none of these. */
const GITHUB_UNSAFE: Unsafe[] = [
  { character: '|', atBreak: true },
  { character: '|', inConstruct: 'tableCell' as ConstructName },
  { character: '~', after: '~' },
  { character: '~', before: '~' },
];

/** Whether the writer is in a cell of a table, where a bar ends the cell. */
function isInCell(state: State): boolean {
  return state.stack.some((construct) => construct === CELL);
}

const CELL = 'tableCell' as ConstructName;
const LINES: Record<string, string> = { left: ':---', right: '---:', center: ':---:' };

const table: Handle = (node: Table, _parent, state, info) => {
  const exit = state.enter(CELL);
  const rows = node.children.map(({ children }) =>
    children.map((cell) => cellText(phrasing(cell, state, { ...info, before: '|', after: '|' }))),
  );
  exit();
  const [head = [], ...others] = rows;
  const lines = head.map((_, i) => LINES[node.align?.[i] ?? ''] ?? '---');
  return [head, lines, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

function phrasing(node: TableCell | Paragraph, state: State, info: Info): string {
  const exit = state.enter('phrasing');
  const text = state.containerPhrasing(node, info);
  exit();
  return text;
}

/** A cell on one line. kramdown reads a row of dashes or equals signs as a line between rows. */
function cellText(cell: string): string {
  return cell.replace(/\s*\n\s*/g, ' ').replace(/^[-=:+]/, (sign) => `&#${sign.charCodeAt(0)};`);
}

const strike: Handle = (node: Delete, _parent, state, info) =>
  `~~${state.containerPhrasing(node, { ...info, before: '~', after: '~' })}~~`;
const reference: Handle = ({ identifier }: FootnoteReference) => `[^${identifier}]`;

/** What a parser without footnotes would read as the address of a link, with or without a title. */
const LIKE_ADDRESS = /^[^ \t\n]+(?:[ \t]+["'(].*)?$/;

/** A footnote on one line. A blank that does not break keeps one word from being read as an address. */
const definition: Handle = ({ identifier, children }: FootnoteDefinition, _parent, state, info) => {
  const [said] = children;
  const text = said?.type === 'paragraph' ? phrasing(said, state, { ...info, before: ' ', after: '\n' }) : '';
  return `[^${identifier}]: ${text}${LIKE_ADDRESS.test(text) ? ' &#xA0;' : ''}`;
};

/** An item with its box, right after its bullet. */
const listItem: Handle = (node: ListItem, parent, state, info) => {
  const item = defaultHandlers.listItem(node, parent, state, info);
  if (typeof node.checked !== 'boolean') return item;
  return item.replace(/^(?:-|\d+\.) /, (bullet) => `${bullet}[${node.checked ? 'x' : ' '}] `);
};

/** The writer's handlers for these. */
const GITHUB_HANDLERS = {
  table,
  delete: Object.assign(strike, { peek: () => '~' }),
  footnoteReference: Object.assign(reference, { peek: () => '[' }),
  footnoteDefinition: definition,
  listItem,
};

/** MDX reads a line that begins with these words as code. */
const MODULE: Unsafe[] = [
  { atBreak: true, character: 'i', after: 'mport(?![A-Za-z0-9_])' },
  { atBreak: true, character: 'e', after: 'xport(?![A-Za-z0-9_])' },
];
const MARKUP: Unsafe[] = [{ character: '{' }, { character: '<' }];
/** Extensions of CommonMark that a generator may support: tables, definitions, formulas, strikethrough, kramdown's `^`. */
const BEYOND: Unsafe[] = [
  { character: '|' },
  { character: ':', atBreak: true },
  { character: '^', atBreak: true },
  { character: '$', after: '\\$' },
  { character: '~' },
  // An autolinked address would include everything up to the next blank, even our escapes and code.
  { character: ':', after: '\\/\\/' },
  { character: '.', before: '[wW]{3}' },
];
/** Characters that not every generator lets one escape with a backslash. */
const REFERENCED = '<{&^';
const NAMED: Record<string, string> = { '&#x26;': '&amp;', '&#x3C;': '&lt;' };

const SHARED: Options = {
  bullet: '-',
  emphasis: '*',
  fences: true,
  incrementListMarker: true,
  listItemIndent: 'one',
  // Dashes at the top of a file would begin front matter, and dashes and stars are also bullets.
  rule: '_',
};

/** The writer's options for each form. */
const MARKDOWN_FORMS: Record<MarkdownForm, Options> = {
  draft: {
    ...SHARED,
    unsafe: [{ character: '<' }, ...GITHUB_UNSAFE],
    handlers: { ...GITHUB_HANDLERS, text: referencing(''), inlineCode: codeSpan('draft'), link: linkHandle() },
  },
  plain: postForm('plain'),
  kramdown: kramdownForm(),
  hugo: postForm('hugo'),
  devto: postForm('devto', [{ character: '^' }]),
};

function postForm(form: MarkdownForm, more: Unsafe[] = []): Options {
  return {
    ...SHARED,
    unsafe: [...MARKUP, ...MODULE, ...BEYOND, ...more],
    handlers: {
      ...GITHUB_HANDLERS,
      text: referencing(REFERENCED),
      code: codeBlock(form),
      inlineCode: codeSpan(form),
      link: linkHandle(),
    },
  };
}

/**
 * kramdown reads any line with a bar as a table, and code in a list as text if its lines look like items. Such code is
 * written as an HTML element with every special character encoded. A backslash does not break a line. Without its parser
 * for GitHub's Markdown, backticks do not fence code, and a tilde cannot be escaped with a backslash.
 */
function kramdownForm(): Options {
  const span: Handle = ({ value }: InlineCode) =>
    /[`|]/.test(value) ? codeElement(value) : spanOf(inertCode(value, 'kramdown'));
  const block: Handle = (node: Code, parent, state, info) =>
    state.stack.includes('listItem')
      ? `<pre>${codeElement(node.value)}</pre>`
      : codeBlock('kramdown')(node, parent, state, info);
  const handlers = {
    ...GITHUB_HANDLERS,
    text: referencing(`${REFERENCED}|~`),
    code: block,
    inlineCode: peeking(span, '`'),
    link: linkHandle(),
  };
  return { ...postForm('kramdown'), fence: '~', handlers: { ...handlers, break: () => '  \n' } };
}

function codeElement(code: string): string {
  return `<code>${code.replace(/[^A-Za-z0-9 ]/gu, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
}

/** A handler that writes these characters as character references. */
function referencing(signs: string): Handle {
  const encode = [...signs];
  // Not every generator lets one escape a bar in a cell, and kramdown finds code in a row by backticks alone.
  return (node, _parent, state, info) =>
    state
      .safe(node.value, { ...info, encode: isInCell(state) ? [...encode, '|', '`'] : encode })
      .replace(/&#x(?:26|3C);/g, (reference: string) => NAMED[reference] ?? reference);
}

function codeBlock(form: MarkdownForm): Handle {
  return (node: Code, parent, state, info) =>
    defaultHandlers.code({ ...node, value: inertCode(node.value, form) }, parent, state, info);
}

function codeSpan(form: MarkdownForm): Handle {
  const span: Handle = ({ value }: InlineCode, _parent, state) => {
    if (!isInCell(state) || !value.includes('|')) return spanOf(inertCode(value, form));
    return form === 'devto' ? codeElement(value) : spanOf(inertCode(value, form)).replaceAll('|', '\\|');
  };
  return peeking(span, '`');
}

/** Code between more backticks than it contains in a row: kramdown ends a span at the first run that is long enough. */
function spanOf(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return marks + pad + code + pad + marks;
}

/** Writes a link. Its address contains no Markdown characters. */
function linkHandle(): Handle {
  const handle: Handle = (node: Link, _parent, state, info) => {
    const exit = state.enter('link');
    const exitLabel = state.enter('label');
    const label = state.containerPhrasing(node, { ...info, before: '[', after: ']' });
    exitLabel();
    exit();
    // The title keeps a label that contains `]:` from being read as a definition.
    return `[${label}](${node.url}${label.includes(']:') ? ' ""' : ''})`;
  };
  return peeking(handle, '[');
}

/** Tells the writer the first character of a handler, so that the text before it is escaped correctly. */
function peeking(handle: Handle, first: string): Handle {
  return Object.assign(handle, { peek: () => first });
}
