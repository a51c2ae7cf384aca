import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blogWith, blogWithDraft, DRAFT, generate, hasCommand, pageOf } from './blog.ts';
import { hostilePost } from './hostile-post.ts';
import { articleOf, expectAllShown, expectDraft, expectNothingLive, pictureIn } from './page.ts';
import { expectTwelve, TWELVE } from './twelve-posts.ts';

const BLOG = {
  'config.toml': 'baseURL = "https://example.org/"\ntitle = "A blog"\n',
  'layouts/_default/single.html':
    '<!doctype html><html><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1>' +
    '<p>{{ .Summary }}</p><p>{{ delimit .Params.series "" }}, {{ .Params.series_order }}</p><article>{{ .Content }}</article></body></html>',
};

/** What Hugo's documentation lets a blog choose for Markdown. */
const SETTINGS: Record<string, string> = {
  'as installed': '',
  'with HTML and attributes allowed':
    '[markup.goldmark.renderer]\nunsafe = true\nhardWraps = true\n[markup.goldmark.parser.attribute]\nblock = true\ntitle = true\n',
  'without extensions':
    '[markup.goldmark.extensions]\ndefinitionList = false\nfootnote = false\nlinkify = false\nstrikethrough = false\ntable = false\ntaskList = false\ntypographer = false\n',
};

describe.skipIf(!hasCommand('hugo', 'version')).each(Object.entries(SETTINGS))('a post in Hugo, %s', (_, settings) => {
  const blogFiles = { ...BLOG, 'config.toml': BLOG['config.toml'] + settings };

  it('is built as a draft, with its picture, and shows every text literally', () => {
    const blog = blogWith(blogFiles, hostilePost(), 'hugo');
    generate(blog, 'hugo', ['--quiet', '--buildDrafts', '--buildFuture', '--destination', 'public']);
    const page = pageOf(blog, 'public/posts/the-third-time/index.html');
    const article = articleOf(page);
    expect(page).not.toContain('<script');
    expect(page).toContain('A memory exists, is read, and does not hold.');
    expect(page).toContain('Teaching a machine, 2');
    expect(article).toMatch(/<h2[^>]*>What happened<\/h2>/);
    expect(pictureIn(article)).toEqual({ src: 'lifeline.svg', alt: 'Missed on 3 Aug, again on 14 Sep (twice) ‹b›.' });
    expect(existsSync(join(blog, 'public/posts/the-third-time/lifeline.svg'))).toBe(true);
    expectNothingLive(article);
    // With the space, Hugo does not read it as the end of a summary.
    expectAllShown(article, (words) => words.includes('<!--more-->'));
  });

  it('is not published by a build without drafts', () => {
    const blog = blogWith(blogFiles, hostilePost(), 'hugo');
    generate(blog, 'hugo', ['--quiet', '--destination', 'public']);
    expect(existsSync(join(blog, 'public/posts/the-third-time'))).toBe(false);
  });

  it('builds twelve posts with odd front matter and code', () => {
    const blog = blogWith(blogFiles, TWELVE, 'hugo');
    generate(blog, 'hugo', ['--quiet', '--buildDrafts', '--buildFuture', '--destination', 'public']);
    expectTwelve((slug) => pageOf(blog, `public/posts/${slug}/index.html`));
  });

  it('is built from an exported draft', () => {
    const blog = blogWithDraft(blogFiles, 'hugo');
    generate(blog, 'hugo', ['--quiet', '--buildDrafts', '--buildFuture', '--destination', 'public']);
    const src = expectDraft(articleOf(pageOf(blog, `public/posts/${DRAFT.slug}/index.html`)));
    expect(existsSync(join(blog, 'public/posts', DRAFT.slug, src))).toBe(true);
  });
});
