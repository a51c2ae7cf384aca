import { describe, expect, it } from 'vitest';
import type { Block } from '#src/lib/text/blocks.ts';
import { isSafeLink } from '#src/lib/text/blocks.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';

const UNSAFE = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', '&#106;avascript:alert(1)'],
  ...['&#x6A;avascript:alert(1)', 'java&Tab;script:alert(1)', 'java\tscript:alert(1)', 'javascript&colon;alert(1)'],
  ...['\\javascript:alert(1)', 'javascript%3Aalert(1)', '\u0001javascript:alert(1)', 'vbscript:msgbox(1)'],
  ...['data:text/html,<script>alert(1)</script>', 'data:image/svg+xml;base64,PHN2Zz4=', 'file:///etc/passwd'],
  ...['ftp://example.org/', 'mailto:someone@example.org', 'blob:https://example.org/x', 'vscode://file/etc/passwd'],
  ...['//evil.example/x', '\\\\evil.example\\x', '/sessions/', 'docs/x.md', '../x'],
  ...['http:evil.example', 'https:/evil.example', 'http://'],
];

const FORMS = [
  (href: string) => `[text](${href})`,
  (href: string) => `[text](<${href}>)`,
  (href: string) => `<${href}>`,
  (href: string) => `[text][1]\n\n[1]: ${href}`,
  (href: string) => `![text](${href})`,
  (href: string) => `**[_text_](${href} "title")**`,
];

describe('links in untrusted text', () => {
  it.each(UNSAFE)('stay text: %s', (href) => {
    expect(isSafeLink(href)).toBe(false);
    for (const form of FORMS) {
      expect(hrefs(readMarkdown(form(href)))).toEqual([]);
      expect(hrefs([{ kind: 'paragraph', children: readInline(form(href)) }])).toEqual([]);
    }
  });

  it('lead to web addresses and to anchors on the page', () => {
    const text =
      '[a](https://example.org/a?b=c&d#e), [b](HTTP://example.org), [c](#e-3fa9c1), <https://example.org/auto>';
    const expected = ['https://example.org/a?b=c&d#e', 'HTTP://example.org', '#e-3fa9c1', 'https://example.org/auto'];
    expect(hrefs(readMarkdown(text))).toEqual(expected);
    expect(hrefs([{ kind: 'paragraph', children: readInline(text) }])).toEqual(expected);
  });

  it('are not made from bare addresses in the text', () => {
    expect(hrefs(readMarkdown('see https://example.org and www.example.org'))).toEqual([]);
  });
});

/** The addresses of all links, wherever they are in the tree. */
function hrefs(blocks: readonly Block[]): string[] {
  return Array.from(JSON.stringify(blocks).matchAll(/"href":"([^"]*)"/g), ([, href = '']) => href);
}
