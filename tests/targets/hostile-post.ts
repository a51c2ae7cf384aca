import fc from 'fast-check';
import type { Post } from '#src/posts/post.ts';
import type { Block, Inline } from '#src/lib/text/blocks.ts';
import { aPost } from '../unit/posts/a-post.ts';
import { anyBlock } from '../unit/lib/text/any-tree.ts';

/** Markup that is live in some generator. Readers must see it literally. */
export const HOSTILE_WORDS = [
  '<script>window.harmed = true</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '</code></pre></article><b>',
  '<!-- comment --> <!--more--> <?php x ?> <![CDATA[x]]>',
  '{{ site.title }} {{ page.url }} {{ title }} {{{ x }}}',
  '{% include evil.html %} {%- assign a = 1 -%}',
  '{% raw %} {{ x }} {% endraw %} {{ y }}',
  '{% comment %} hidden {% endcomment %}',
  '{{< figure src="x" >}} {{% evil %}} {{</* shown */>}}',
  '{# hidden #} <% x %> <%= y %>',
  'a #} b ##}} {#} %} }} -%}',
  'a #} b',
  '{: onclick="alert(1)" .class}',
  '{::options parse_block_html="true" /} {::nomarkdown}<b>{:/} {:toc}',
  '# no heading {#id onclick=alert(1)}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become one
  '{1 + 1} ${process.env.HOME} <Event id="x" /> <Script/>',
  'import x from "y"',
  'export const x = 1',
  '&lt;b&gt; &amp; &#60; &copy',
  '| a | b | c',
  '[^1]: note [^1]',
  '*[HTML]: shown on hover',
  ': a definition',
  '$$x$$ $y$ \\(z\\)',
  '~~struck~~ ~struck~ ==marked== ++more++',
  '[x](javascript:alert(1)) [y][z] [z]',
  '[z]: https://evil.example',
  '![x](https://evil.example/x.png)',
  '<https://evil.example>',
  '*a* _b_ **c** __d__ `e`',
  '- item',
  '> quoted',
  '1. one',
  '---',
  '===',
  '^',
  '```',
  '~~~',
  'a \\',
  '](x) <b>',
];

const text = (text: string): Inline => ({ kind: 'text', text });
const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children });

/** Each hostile text in each place for text, and three hundred random trees. */
export function hostilePost(): Post {
  const blocks = HOSTILE_WORDS.flatMap((words, i): Block[] => [
    { kind: 'heading', level: 2, children: [text(`Heading ${i} `), text(words)] },
    paragraph(text(words)),
    paragraph(text(`Text ${words}`), { kind: 'break' }, text(words)),
    paragraph(text('Code '), { kind: 'code', text: words }),
    {
      kind: 'list',
      ordered: false,
      start: 1,
      items: [[paragraph(text(words)), { kind: 'code', language: 'sh', text: words }]],
    },
    { kind: 'quote', children: [paragraph({ kind: 'strong', children: [text(words)] }, text(' '), text(words))] },
    { kind: 'code', language: 'js', text: `${words}\n\n${words}` },
    paragraph({ kind: 'link', href: `https://a.b/?q=${words}`, children: [text(words)] }),
    {
      kind: 'table',
      align: [null, 'right'],
      rows: [
        [[text(words)], [text(`Cell ${words}`)]],
        [[{ kind: 'code', text: words }], [{ kind: 'strike', children: [text(words)] }]],
      ],
    },
    paragraph(text(words), { kind: 'note', text: `[^n${i}]` }),
    { kind: 'note', name: `[^n${i}]`, children: [text(words)] },
  ]);
  const random = fc.sample(anyBlock, { numRuns: 300, seed: 5 });
  return aPost({
    title: 'The third time: <script>window.harmed = true</script> {{ x }} "&amp;"',
    blocks: [
      paragraph(text('The first words.')),
      { kind: 'heading', level: 2, children: [text('What happened')] },
      { kind: 'figure', figure: 0 },
      ...blocks,
      ...random,
      paragraph(text('The last words.')),
    ],
  });
}
