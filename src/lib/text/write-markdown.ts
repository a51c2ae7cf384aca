/**
 * Writes the closed tree as Markdown for other generators. CommonMark with HTML, MDX, kramdown, Liquid and Hugo's shortcodes
 * find nothing live in it: readers see the characters themselves.
 *
 *     a <b> {{ c }}  ->  a \<b> {{ c }}             in a draft, which people edit
 *                    ->  a &lt;b> &#x7B;&#x7B; c }}    in a post
 */

import { toMarkdown } from 'mdast-util-to-markdown';
import type { Block } from './blocks.ts';
import { oneLine } from './clip.ts';
import type { MarkdownForm } from './inert-code.ts';
import { MARKDOWN_FORMS } from './markdown-forms.ts';
import { mdastBlocks } from './mdast-tree.ts';
import { visibleText } from './visible.ts';

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
