import { expect } from 'vitest';
import { readMarkdown } from '#src/lib/text/markdown.ts';
import type { Post } from '#src/posts/post.ts';
import { aPost } from '../unit/posts/a-post.ts';
import { articleOf, shownIn } from './page.ts';

/** Titles that YAML or a generator could read as something else. */
const TITLES = [
  'Locks: one file, two writers',
  'He said "never again", and \'meant\' it',
  '# not a comment',
  '- not a list',
  'yes',
  '2026-02-29',
  '{{ site.title }} and {% raw %}',
  '[not] a {list: 1}',
  '@at & <em> %percent | pipe > fold',
  'Back\\slash \\n and a tab\tin it',
  '日本語のテスト — ünïcödé 🌊',
  'null ~ 0x1F !!str &a *b',
];
const TAGS = [['c++', 'a:b'], ['2026', 'true'], ['ünï', 'null'], ['claude-code'], [], ['-', '"q"']];
const DATES = ['2024-02-29', '2026-12-31', '2026-01-01'];

/** What is written in a language that some generator reads as its own. */
const CODE = [
  '{{< figure src="a.png" >}}\n{{% note %}}x{{% /note %}}',
  '{% for post in site.posts %}{{ post.title | escape }}{% endfor %}',
  '{% raw %}{{ x }}{% endraw %} {# gone #}',
  '---\ntitle: "a: b"\n---\n{{ page.title }}',
];

const body = (i: number) => `The text of post ${i} begins here.

| Key | Value: "x" |
|:--|--:|
| \`a\\|b\` | {{ page.url }} |

1. one
   - two \`${CODE[i % CODE.length]?.split('\n', 1)[0]}\`
2. ~~three~~ and a note[^n]

- [x] done
- [ ] open

\`\`\`liquid
${CODE[i % CODE.length]}
\`\`\`

[^n]: It ends at ${i}:30.
`;

/** Twelve posts whose front matter and code every generator has to leave as they are. */
export const TWELVE: Post[] = TITLES.map((title, i) =>
  aPost({
    title,
    slug: `post-${i}`,
    description: `About ${title}`,
    date: DATES[i % DATES.length] ?? '',
    tags: TAGS[i % TAGS.length] ?? [],
    series: { name: `Series: "${title}"`, part: i + 1 },
    canonical: i % 2 === 0 ? null : `https://example.org/p?a=1&b=${i}#c`,
    blocks: readMarkdown(body(i)),
    figures: [],
  }),
);

/** Expects the page of each of them to show its title, its table and its code. */
export function expectTwelve(pageOf: (slug: string) => string): void {
  for (const [i, { slug, title }] of TWELVE.entries()) {
    const page = pageOf(slug);
    const heading = /<h1>([\s\S]*?)<\/h1>/.exec(page)?.[1] ?? '';
    expect(shownIn(heading), title).toBe(shownIn(title.replaceAll('<em>', '‹em›').replaceAll('&', '&amp;')));
    const article = articleOf(page);
    const shown = shownIn(article);
    expect(article, title).toMatch(/<li[\s\S]*<code/);
    for (const words of [`The text of post ${i} begins here.`, '{{ page.url }}', `It ends at ${i}:30.`])
      expect(shown, title).toContain(words);
    for (const line of (CODE[i % CODE.length] ?? '').split('\n'))
      expect(shown, title).toContain(shownIn(line.replaceAll('<', '&lt;')));
  }
}
