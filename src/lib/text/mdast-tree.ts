import type { BlockContent, FootnoteDefinition, InlineCode, ListItem, PhrasingContent, Text } from 'mdast';
import { type Block, type Inline, isSafeLink, withoutLinks } from './blocks.ts';
import { visibleText } from './plain.ts';

/** Only a language name, as a generator may read options from the rest of an info string. */
const LANGUAGE = /^[A-Za-z0-9][\w+#.-]{0,39}$/;
/** Characters to encode in an address, including those that a template language or a Markdown parser would read. */
const UNSAFE_IN_ADDRESS = /[^A-Za-z0-9\-._~:/?#@!$&'*+,;=%]/gu;

/** encodeURIComponent does not encode these. */
const PARENTHESES: Record<string, string> = { '(': '%28', ')': '%29' };

/** Converts the closed tree for the Markdown writer, without invisible characters, empty parts, trailing blanks and unsafe links. */
export function mdastBlocks(blocks: readonly Block[], form: MarkdownForm): (BlockContent | FootnoteDefinition)[] {
  return mergedLists(blocks).flatMap((block) => mdastBlock(block, form));
}

/** The context of a span. */
interface Place {
  form: MarkdownForm;
  /** Whether line breaks are not allowed. */
  isLine?: boolean;
  /** The enclosing marks, which cannot be nested in themselves. */
  marks?: readonly string[];
}

/** The spans of one paragraph or heading. */
function mdastSpans(nodes: readonly Inline[], place: Place): PhrasingContent[] {
  const spans: PhrasingContent[] = [];
  for (const span of nodes.flatMap((node) => mdastSpan(node, place))) {
    const last = spans.at(-1);
    if (isWords(span) && last?.type === span.type) last.value += span.value;
    else spans.push(span);
  }
  return trimmed(spans);
}

/** Whether adjacent spans of this kind must be joined: the marks of two code spans would be read as one run. */
function isWords(span: PhrasingContent): span is Text | InlineCode {
  return span.type === 'text' || span.type === 'inlineCode';
}

function mdastBlock(block: Block, form: MarkdownForm): (BlockContent | FootnoteDefinition)[] {
  switch (block.kind) {
    case 'paragraph': {
      const children = mdastSpans(block.children, { form });
      return children.length === 0 ? [] : [{ type: 'paragraph', children }];
    }
    case 'heading': {
      const children = mdastSpans(block.children, { form, isLine: true });
      const depth = Math.min(6, Math.max(1, Math.trunc(block.level) || 1)) as 1 | 2 | 3 | 4 | 5 | 6;
      return children.length === 0 ? [] : [{ type: 'heading', depth, children }];
    }
    case 'list': {
      const children = block.items.flatMap((item) => mdastItem(item, form));
      if (children.length === 0) return [];
      const spread = children.some((item) => item.spread);
      const start = Math.min(999_999_999, Math.max(0, Math.trunc(block.start) || 0));
      return [{ type: 'list', ordered: block.ordered, start: block.ordered ? start : null, spread, children }];
    }
    case 'quote': {
      const children = mdastBlocks(block.children, form);
      return children.length === 0 ? [] : [{ type: 'blockquote', children }];
    }
    case 'code': {
      const lang = LANGUAGE.test(block.language) ? block.language : null;
      return [{ type: 'code', lang, value: visibleText(block.text) }];
    }
    case 'table':
      return mdastTable(block, form);
    case 'note': {
      const children = mdastSpans(block.children, { form, isLine: true });
      const identifier = FOOTNOTE.exec(block.name)?.[1];
      if (identifier === undefined) return mdastBlock({ ...block, kind: 'paragraph' }, form);
      return children.length === 0
        ? []
        : [{ type: 'footnoteDefinition', identifier, children: [{ type: 'paragraph', children }] }];
    }
    case 'rule':
      return [{ type: 'thematicBreak' }];
  }
}

function mdastTable({ align, rows }: Extract<Block, { kind: 'table' }>, form: MarkdownForm): BlockContent[] {
  const width = rows[0]?.length ?? 0;
  if (width === 0) return [];
  const children = rows.map((row) => ({
    type: 'tableRow' as const,
    children: Array.from({ length: width }, (_, i) => ({
      type: 'tableCell' as const,
      children: mdastSpans(row[i] ?? [], { form, isLine: true }),
    })),
  }));
  return [{ type: 'table', align, children }];
}

/** A name that no parser reads as anything else. A redacted name is none. */
const FOOTNOTE = /^\[\^([A-Za-z0-9-]{1,40})\]$/;
/** The box of a task. */
const BOX = /^\[([ xX])\] +/;

/**
 * A list item. Its blocks are separated by empty lines, except a list right after a single paragraph. But a list whose first
 * item is a list needs the empty line: right below a paragraph, `- 7. x` would be an item with the text `7. x`.
 */
function mdastItem(item: readonly Block[], form: MarkdownForm): ListItem[] {
  const children = mdastBlocks(item, form);
  const [first, second, ...others] = children;
  const isTight =
    second === undefined ||
    (others.length === 0 &&
      first?.type === 'paragraph' &&
      second.type === 'list' &&
      second.children[0]?.children[0]?.type !== 'list');
  return children.length === 0 ? [] : [withBox({ type: 'listItem', spread: !isTight, children })];
}

/** An item that begins with `[ ] ` or `[x] ` as a task. */
function withBox(item: ListItem): ListItem {
  const [first, ...others] = item.children;
  const [text, ...spans] = first?.type === 'paragraph' ? first.children : [];
  const [box, state] = (text?.type === 'text' && BOX.exec(text.value)) || [];
  if (text?.type !== 'text' || box === undefined) return item;
  const said = text.value.slice(box.length);
  const children: PhrasingContent[] = said === '' ? spans : [{ ...text, value: said }, ...spans];
  if (children.length === 0) return item;
  return { ...item, checked: state !== ' ', children: [{ type: 'paragraph', children }, ...others] };
}

/** Joins adjacent lists: they would need different bullets to stay separate, which not every generator supports. */
function mergedLists(blocks: readonly Block[]): Block[] {
  const merged: Block[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (block.kind === 'list' && last?.kind === 'list' && last.ordered === block.ordered) {
      merged[merged.length - 1] = { ...last, items: [...last.items, ...block.items] };
    } else merged.push(block);
  }
  return merged;
}

function mdastSpan(node: Inline, place: Place): PhrasingContent[] {
  switch (node.kind) {
    case 'text': {
      const value = visibleText(node.text).replace(/[ \t]*\n\s*/g, place.isLine || place.form === 'devto' ? ' ' : '\n');
      return value === '' ? [] : [{ type: 'text', value }];
    }
    case 'code': {
      const value = visibleText(node.text).replace(/\s+/g, ' ').trim();
      return value === '' ? [] : [{ type: 'inlineCode', value }];
    }
    case 'note': {
      const identifier = FOOTNOTE.exec(node.text)?.[1];
      return identifier === undefined
        ? mdastSpan({ kind: 'text', text: node.text }, place)
        : [{ type: 'footnoteReference', identifier }];
    }
    case 'emphasis':
    case 'strong':
    case 'strike': {
      const marks = place.marks ?? [];
      if (marks.includes(node.kind)) return mdastSpans(node.children, place);
      const children = mdastSpans(node.children, { ...place, marks: [...marks, node.kind] });
      return children.length === 0 ? [] : [{ type: node.kind === 'strike' ? 'delete' : node.kind, children }];
    }
    case 'link': {
      const children = mdastSpans(withoutLinks(node.children), place);
      if (!isSafeLink(node.href)) return children;
      return children.length === 0 ? [] : [{ type: 'link', url: fitAddress(node.href), children }];
    }
    case 'break':
      return place.isLine ? [{ type: 'text', value: ' ' }] : [{ type: 'break' }];
  }
}

/** Encodes an address so that no character in it can end it. A `;` is encoded because it would end a character reference. */
function fitAddress(href: string): string {
  return visibleText(href)
    .replace(UNSAFE_IN_ADDRESS, (character) => PARENTHESES[character] ?? encodeURIComponent(character))
    .replace(/&(#?\w+);/g, '&$1%3B');
}

/** Removes blanks and breaks at both ends of the text, and blanks around breaks. */
function trimmed(spans: readonly PhrasingContent[]): PhrasingContent[] {
  const kept: PhrasingContent[] = [];
  const isEdge = (span: PhrasingContent | undefined) => span === undefined || span.type === 'break';
  for (const [i, span] of spans.entries()) {
    if (span.type === 'text') {
      const withoutStart = isEdge(kept.at(-1)) ? span.value.replace(/^[ \t\n]+/, '') : span.value;
      const value = isEdge(spans[i + 1]) ? withoutStart.replace(/[ \t\n]+$/, '') : withoutStart;
      if (value !== '') kept.push({ type: 'text', value });
    } else if (span.type !== 'break' || !isEdge(kept.at(-1))) kept.push(span);
  }
  while (kept.at(-1)?.type === 'break') kept.pop();
  return kept;
}

/** The generator that reads the text, which decides what is live inside code: Liquid's `{{`, Hugo's `{{<`. `kramdown` includes Liquid. */
export type MarkdownForm = 'draft' | 'plain' | 'kramdown' | 'hugo' | 'devto';

/** `{{< name >}}` and `{{% name %}}`, on one or several lines. */
const SHORTCODE = /\{\{(?:<((?:(?!\{\{[<%]|>\}\}).)*)>\}\}|%((?:(?!\{\{[<%]|%\}\}).)*)%\}\})/gs;

/**
 * Escapes code for template languages, which run before Markdown is parsed and do not know what is code. Readers see the
 * same text, except for an added blank where there is no other safe way.
 *
 *     inertCode('{{ site.title }}', 'kramdown')   // {{ "{" }}{ site.title }}
 */
export function inertCode(code: string, form: MarkdownForm): string {
  switch (form) {
    case 'kramdown':
      return code.replace(/\{(?=[{%])/g, '{{ "{" }}');
    case 'hugo':
      return inHugo(code);
    case 'devto':
      return inDevTo(code);
    default:
      return code;
  }
}

/** Hugo prints a shortcode with comment marks inside. Text that only looks like a shortcode would stop its build. */
function inHugo(code: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: plain, 2: marked, index } of code.matchAll(SHORTCODE)) {
    parts.push(broken(code.slice(end, index)));
    parts.push(plain === undefined ? `{{%/*${marked}*/%}}` : `{{</*${plain}*/>}}`);
    end = index + whole.length;
  }
  return [...parts, broken(code.slice(end))].join('');
}

function broken(code: string): string {
  // Hugo ends the summary at this comment, even inside code.
  return code.replace(/\{(?=\{[<%])/g, '{ ').replace(/<(?=!--\s*more)/gi, '< ');
}

/**
 * dev.to wraps code in `{% raw %}` itself: https://github.com/forem/forem/blob/main/app/services/markdown_processor/parser.rb
 * It finds code by its backticks, so a backtick inside ends the protection, and so does a tag that ends `raw`.
 */
function inDevTo(code: string): string {
  const unprotected = code.includes('`') ? /\{(?=[{%])/g : /\{(?=%-?\s*(?:end)?raw)/gi;
  return code.replace(unprotected, '{ ');
}
