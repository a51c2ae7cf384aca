import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { blogWith, blogWithDraft, DRAFT, generate, pageOf } from './blog.ts';
import { hostilePost } from './hostile-post.ts';
import { articleOf, expectAllShown, expectDraft, expectNothingLive, pictureIn } from './page.ts';
import { expectTwelve, TWELVE } from './twelve-posts.ts';

const MODULES = join(ROOT, 'node_modules');

/** A content collection with the usual keys of blogs, showing drafts. */
const BLOG = {
  'package.json': '{"type":"module"}',
  'astro.config.mjs': 'export default {};\n',
  'src/content.config.mjs': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const blog = defineCollection({
  loader: glob({ pattern: '**/*.md', base: './src/content/blog' }),
  schema: ({ image }) =>
    z.strictObject({
      title: z.string(),
      description: z.string().max(155),
      pubDate: z.coerce.date(),
      draft: z.boolean(),
      tags: z.array(z.string()),
      heroImage: image().optional(),
      heroAlt: z.string().optional(),
      series: z.object({ name: z.string(), part: z.number() }).optional(),
      canonicalURL: z.string().url().optional(),
    }),
});
export const collections = { blog };
`,
  'src/pages/[slug].astro': `---
import { getCollection, render } from 'astro:content';
export async function getStaticPaths() {
  return (await getCollection('blog')).map((post) => ({ params: { slug: post.id }, props: { post } }));
}
const { post } = Astro.props;
const { Content } = await render(post);
---
<!doctype html><html><head><title>{post.data.title}</title></head><body><h1>{post.data.title}</h1>
<p>{post.data.description}</p><p>{post.data.series.name}, {post.data.series.part}, draft: {String(post.data.draft)}</p>
<p>{post.data.heroImage?.width} wide</p><article><Content /></article></body></html>
`,
};

describe.skipIf(!existsSync(join(MODULES, 'astro')))('a post in Astro', () => {
  it('is built with its picture, and shows every text literally', () => {
    const blog = blogWith(BLOG, hostilePost(), 'astro');
    symlinkSync(MODULES, join(blog, 'node_modules'));
    generate(blog, process.execPath, [join(MODULES, 'astro/bin/astro.mjs'), 'build', '--silent']);
    const page = pageOf(blog, 'dist/the-third-time/index.html');
    const article = articleOf(page);
    expect(page).not.toContain('<script');
    expect(page).toContain('A memory exists, is read, and does not hold.');
    expect(page).toContain('Teaching a machine, 2, draft: true');
    expect(page).toContain('1600 wide');
    expect(article).toMatch(/<h2[^>]*>What happened<\/h2>/);
    const { src, alt } = pictureIn(article);
    expect(alt).toBe('Missed on 3 Aug, again on 14 Sep (twice) ‹b›.');
    expect(existsSync(join(blog, 'dist', src))).toBe(true);
    expectNothingLive(article);
    expectAllShown(article);
  });

  it('builds twelve posts with odd front matter and code', () => {
    const blog = blogWith(BLOG, TWELVE, 'astro');
    symlinkSync(MODULES, join(blog, 'node_modules'));
    generate(blog, process.execPath, [join(MODULES, 'astro/bin/astro.mjs'), 'build', '--silent']);
    expectTwelve((slug) => pageOf(blog, `dist/${slug}/index.html`));
  });

  it('is built from an exported draft', () => {
    const blog = blogWithDraft(BLOG, 'astro');
    symlinkSync(MODULES, join(blog, 'node_modules'));
    generate(blog, process.execPath, [join(MODULES, 'astro/bin/astro.mjs'), 'build', '--silent']);
    const src = expectDraft(articleOf(pageOf(blog, `dist/${DRAFT.slug}/index.html`)));
    expect(existsSync(join(blog, 'dist', src))).toBe(true);
  });
});
