import type { Code, InlineCode, Link } from 'mdast';
import { defaultHandlers, type Handle, type Options, type Unsafe } from 'mdast-util-to-markdown';
import { GITHUB_HANDLERS, GITHUB_UNSAFE, isInCell } from './github-forms.ts';
import type { MarkdownForm } from './inert-code.ts';
import { inertCode } from './inert-code.ts';

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
export const MARKDOWN_FORMS: Record<MarkdownForm, Options> = {
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
