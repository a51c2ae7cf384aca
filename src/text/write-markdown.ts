/**
 * The closed tree as Markdown that somebody else's generator will read. Whatever reads it, CommonMark with HTML, MDX,
 * kramdown, Liquid, Hugo's shortcodes, finds nothing alive in it: the reader sees the signs.
 *
 *     a <b> {{ c }}  ->  a \<b> \{\{ c }}          in a draft, which people edit
 *                    ->  a &lt;b> &#x7B;&#x7B; c }}    in a post
 */

import { toMarkdown } from 'mdast-util-to-markdown';
import type { Block } from './blocks.ts';
import { oneLine } from './clip.ts';
import type { Component } from './draft-component.ts';
import type { MarkdownForm } from './inert-code.ts';
import { MARKDOWN_FORMS } from './markdown-forms.ts';
import { mdastBlocks } from './mdast-tree.ts';
import { visibleText } from './visible.ts';

/** A closed tree as Markdown in which nothing is live, with a newline at its end; empty for no blocks. */
export function writeMarkdown(blocks: readonly Block[], form: MarkdownForm = 'mdx'): string {
  return toMarkdown({ type: 'root', children: mdastBlocks(blocks, form) }, MARKDOWN_FORMS[form]);
}

/**
 * A picture as a paragraph. `address` is ours, not a text of others: it stands as it is, since it may be the
 * template's own, `{{ '/assets/a.png' | relative_url }}`. The words have no marks: Hugo shows escapes in them, and
 * markdown-it drops what was escaped.
 */
export function writePicture(alt: string, address: string): string {
  return `![${unmarked(alt)}](${address})\n`;
}

/** Words without any sign that Markdown or a template language reads, but as near to them as can be. */
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

/** A component as a draft has it, without a newline: `<Lifeline group="c-1a2b3c4d" />`. */
export function writeComponent(component: Component): string {
  const { name, ...values } = component;
  const attributes = Object.entries(values).flatMap(([key, value]: [string, string | null]) =>
    value === null ? [] : [` ${key === 'event' ? 'id' : key}="${quoted(value)}"`],
  );
  return `<${name}${attributes.join('')} />`;
}

function quoted(value: string): string {
  return visibleText(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replace(/\s+/g, ' ');
}
