import type { Code, InlineCode, Link } from 'mdast';
import { defaultHandlers, type Handle, type Options, type Unsafe } from 'mdast-util-to-markdown';
import type { MarkdownForm } from './inert-code.ts';
import { inertCode } from './inert-code.ts';

/** A line that begins so is code to MDX. */
const MODULE: Unsafe[] = [
  { atBreak: true, character: 'i', after: 'mport(?![A-Za-z0-9_])' },
  { atBreak: true, character: 'e', after: 'xport(?![A-Za-z0-9_])' },
];
const MARKUP: Unsafe[] = [{ character: '{' }, { character: '<' }];
/** What a generator may know beyond CommonMark: tables, definitions, formulas, struck text, kramdown's `^`. */
const BEYOND: Unsafe[] = [
  { character: '|' },
  { character: ':', atBreak: true },
  { character: '^', atBreak: true },
  { character: '$', after: '\\$' },
  { character: '~' },
  // An address that becomes a link by itself takes all up to the next blank with it, our escapes and code included.
  { character: ':', after: '\\/\\/' },
  { character: '.', before: '[wW]{3}' },
];
/** Signs without a backslash form in one of the generators. */
const REFERENCED = '<{&^';
const NAMED: Record<string, string> = { '&#x26;': '&amp;', '&#x3C;': '&lt;' };

const SHARED: Options = {
  bullet: '-',
  emphasis: '*',
  fences: true,
  incrementListMarker: true,
  listItemIndent: 'one',
  // A line of dashes at the top of a file would begin front matter, and dashes and stars are bullets as well.
  rule: '_',
};

/** How each form is written. */
export const MARKDOWN_FORMS: Record<MarkdownForm, Options> = {
  mdx: { ...SHARED, unsafe: [...MARKUP, ...MODULE], handlers: { inlineCode: codeSpan('mdx'), link: linkHandle() } },
  plain: postForm('plain'),
  liquid: postForm('liquid'),
  kramdown: kramdownForm(),
  hugo: postForm('hugo'),
  devto: postForm('devto', [{ character: '^' }]),
};

function postForm(form: MarkdownForm, more: Unsafe[] = []): Options {
  return {
    ...SHARED,
    unsafe: [...MARKUP, ...MODULE, ...BEYOND, ...more],
    handlers: { text: referencing(REFERENCED), code: codeBlock(form), inlineCode: codeSpan(form), link: linkHandle() },
  };
}

/**
 * kramdown sees a table wherever a line has a bar, and in a list it reads code as text where its lines look like
 * items: what it mistakes is an element of ours, without a sign in it. A backslash breaks no line there.
 */
function kramdownForm(): Options {
  const span: Handle = ({ value }: InlineCode) =>
    /[`|]/.test(value) ? codeElement(value) : spanOf(inertCode(value, 'kramdown'));
  const block: Handle = (node: Code, parent, state, info) =>
    state.stack.includes('listItem')
      ? `<pre>${codeElement(node.value)}</pre>`
      : codeBlock('kramdown')(node, parent, state, info);
  const handlers = {
    text: referencing(`${REFERENCED}|`),
    code: block,
    inlineCode: peeking(span, '`'),
    link: linkHandle(),
  };
  return { ...postForm('kramdown'), handlers: { ...handlers, break: () => '  \n' } };
}

function codeElement(code: string): string {
  return `<code>${code.replace(/[^A-Za-z0-9 ]/gu, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
}

/** Text in which these signs are written as references. */
function referencing(signs: string): Handle {
  const encode = [...signs];
  return (node, _parent, state, info) =>
    state
      .safe(node.value, { ...info, encode })
      .replace(/&#x(?:26|3C);/g, (reference: string) => NAMED[reference] ?? reference);
}

function codeBlock(form: MarkdownForm): Handle {
  return (node: Code, parent, state, info) =>
    defaultHandlers.code({ ...node, value: inertCode(node.value, form) }, parent, state, info);
}

function codeSpan(form: MarkdownForm): Handle {
  return peeking(({ value }: InlineCode) => spanOf(inertCode(value, form)), '`');
}

/** Code between more backticks than it has in a row: kramdown ends a span at the first run that is long enough. */
function spanOf(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return marks + pad + code + pad + marks;
}

/** Its address has no sign that Markdown would read. */
function linkHandle(): Handle {
  const handle: Handle = (node: Link, _parent, state, info) => {
    const exit = state.enter('link');
    const exitLabel = state.enter('label');
    const label = state.containerPhrasing(node, { ...info, before: '[', after: ']' });
    exitLabel();
    exit();
    // With a title, a label that has code such as `]:` in it is not taken for a definition.
    return `[${label}](${node.url}${label.includes(']:') ? ' ""' : ''})`;
  };
  return peeking(handle, '[');
}

/** A handle that says what it begins with, so that what stands before it is escaped as it has to be. */
function peeking(handle: Handle, first: string): Handle {
  return Object.assign(handle, { peek: () => first });
}
