import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TARGET_NAMES as NAMES, type TargetName } from '#src/posts/post.ts';
import { frontMatterKeys, renderPost } from '#src/posts/targets.ts';
import { readMarkdown } from '#src/lib/text/markdown.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { aPost } from './a-post.ts';

const snapshot = (name: string) => join(import.meta.dirname, 'snapshots', name);

/** The front matter, parsed as YAML. */
function frontMatter(text: string): Record<string, unknown> {
  return parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '');
}

/** Keys without which the text would not be read as it is meant. */
const FIXED: Partial<Record<TargetName, string[]>> = { eleventy: ['templateEngineOverride'] };

describe('renderPost', () => {
  it.each(NAMES)('writes a post for %s', async (name) => {
    const { files, text, remarks } = renderPost(aPost(), name);
    const places = [...files.map(({ path }) => path), ...remarks].join('\n');
    await expectGolden(`${places}\n${'='.repeat(72)}\n${text}`, snapshot(`${name}.md`));
  });

  it.each(NAMES)('is a draft for %s, whatever keys the owner leaves out', (name) => {
    const keys = Object.fromEntries(frontMatterKeys(name).map((key) => [key, null]));
    const { templateEngineOverride: _, ...values } = frontMatter(renderPost(aPost(), name, { keys }).text);
    expect([{ draft: true }, { published: false }, { draft: true, published: false }]).toContainEqual(values);
  });

  it.each(NAMES)('has for %s the keys that the owner may rename, and no others', (name) => {
    const post = aPost({ canonical: 'https://example.org/the-third-time/' });
    expect(Object.keys(frontMatter(renderPost(post, name).text))).toEqual([
      ...frontMatterKeys(name),
      ...(FIXED[name] ?? []),
    ]);
    const bare = { series: null, figures: [], blocks: [] };
    for (const value of Object.values(frontMatter(renderPost(aPost(bare), name).text))) expect(value).not.toBe(null);
  });

  it('renames and omits keys as the owner wants', () => {
    const { text } = renderPost(aPost(), 'astro', { keys: { pubDate: 'date', heroImage: null, draft: 'is draft' } });
    expect(frontMatter(text)).toMatchObject({ date: '2026-09-14', 'is draft': true });
    expect(text).not.toMatch(/pubDate|heroImage:/);
  });

  it('puts posts into the owner’s directory', () => {
    const directory = '/content/writing/';
    expect(renderPost(aPost(), 'hugo', { directory }).file).toBe('content/writing/the-third-time/index.md');
    expect(renderPost(aPost(), 'eleventy', { directory }).text).toContain('(/writing/the-third-time/lifeline.svg)');
    expect(renderPost(aPost(), 'markdown', { directory }).files[0]?.path).toBe(
      'content/writing/the-third-time/lifeline.svg',
    );
    expect(renderPost(aPost(), 'eleventy', { directory: 'posts' }).text).toContain('(/the-third-time/lifeline.svg)');
  });

  it('stays inside the blog, whatever the post’s name', () => {
    for (const slug of ['../../etc/passwd', '/abs', 'a\\..\\b', '.git', '--force', '{{ x }}', ''])
      for (const name of NAMES) {
        const paths = renderPost(aPost({ slug }), name).files.map(({ path }) => path);
        expect(paths.join(' ')).not.toMatch(/\\|(?:^| )[/.-]|\/[.-]|[{}]/);
      }
  });

  it.each(NAMES)('says for %s to look at code that its templates would run', (name) => {
    const remarksOf = (code: string) =>
      renderPost(aPost({ blocks: readMarkdown(`~~~\n${code}\n~~~`), figures: [] }), name).remarks.join();
    expect(remarksOf('{{ a }}').includes('a blank is added')).toBe(name === 'hugo' || name === 'devto');
    expect(remarksOf('a { b }')).not.toContain('blank');
  });

  it.each(NAMES)('keeps for %s what GitHub adds to Markdown, and code in every fence', (name) => {
    const kept = ['| a | b |\n| --- | ---: |\n| ~~c~~ | d[^1] |', '- [x] e\n- f\n  - g\n    1. h', '[^1]: i j'];
    const fences = ['~~~js\nk\n~~~', '````\n```\nl\n```\n````', '    m'];
    const blocks = readMarkdown([...kept, ...fences].join('\n\n'));
    const { text } = renderPost(aPost({ blocks, figures: [] }), name);
    for (const part of kept) expect(text).toContain(`${part}\n`);
    const mark = name === 'jekyll' ? '~' : '`';
    for (const code of ['k', 'm', '```\nl\n```'])
      expect(text).toMatch(new RegExp(`${mark}{3,}\\w*\n${code}\n${mark}{3,}\n`));
  });

  it.each(['# include guards', '- a list', '> said', '1. one'])('keeps the title %j', (title) => {
    for (const name of NAMES) expect(frontMatter(renderPost(aPost({ title }), name).text).title).toBe(title);
  });

  it('gives dev.to four tags of letters and digits, and says what to upload', () => {
    const { text, remarks } = renderPost(
      aPost({ tags: ['C++', 'claude-code', 'Claude Code', '日本', 'a', 'b', 'd'] }),
      'devto',
    );
    expect(frontMatter(text).tags).toBe('c, claudecode, a, b');
    expect(remarks[0]).toBe(
      'Upload the-third-time/lifeline.png, then replace https://upload.invalid/the-third-time/lifeline.png with its address.',
    );
  });

  it('writes front matter on single lines and without tags', () => {
    const title = 'a\n---\ndraft: false\u2028"\\ \u202e<script>alert(1)</script> <b 1 < 2 😀';
    const values = frontMatter(renderPost(aPost({ title }), 'astro').text);
    expect(values).toMatchObject({
      title: 'a --- draft: false"\\ ‹script›alert(1)‹/script› ‹b 1 < 2 😀',
      draft: true,
      tags: ['claude-code', 'memory'],
      series: { name: 'Teaching a machine', part: 2 },
    });
  });

  it('writes only its own keys, whatever the texts say', () => {
    const words = ['---', ': ', '- ', '&a', '*a', '!!js', 'draft: false', '\ud800'];
    const signs = [...'\n"\\#{}[]|>%\0\u0085é', ...words];
    const hostile = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, fc.constantFrom(...NAMES), (any, name) => {
        const post = aPost({
          title: any,
          description: any,
          tags: [any],
          series: { name: any, part: 1 },
          canonical: any,
        });
        const values = frontMatter(renderPost(post, name).text);
        expect(Object.keys(values)).toEqual([...frontMatterKeys(name), ...(FIXED[name] ?? [])]);
        expect(values.draft ?? !values.published).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
