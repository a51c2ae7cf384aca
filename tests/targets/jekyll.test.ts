import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blogWith, blogWithDraft, DRAFT, generate, hasCommand, pageOf } from './blog.ts';
import { hostilePost } from './hostile-post.ts';
import { articleOf, expectAllShown, expectDraft, expectNothingLive, pictureIn } from './page.ts';
import { expectTwelve, TWELVE } from './twelve-posts.ts';

/** A theme that prints titles unescaped, served under a path like a GitHub project page. */
const BLOG = {
  '_config.yml': 'title: A blog\nbaseurl: /blog\npermalink: /:title/\n',
  '_layouts/post.html':
    '<!doctype html><html><head><title>{{ page.title }}</title></head><body><h1>{{ page.title }}</h1>' +
    '<p id="excerpt">{{ page.excerpt }}</p><p id="series">{{ page.series }}, {{ page.part }}</p><article>{{ content }}</article></body></html>',
};

/** What Jekyll's documentation lets a blog choose for kramdown. */
const SETTINGS: Record<string, string> = {
  'as installed': '',
  "with kramdown's own parser": 'kramdown:\n  input: kramdown\n',
  'with everything kramdown can do':
    'kramdown:\n  input: kramdown\n  parse_block_html: true\n  parse_span_html: true\n  html_to_native: true\n  syntax_highlighter: null\n',
  'with line breaks kept': 'kramdown:\n  input: GFM\n  hard_wrap: true\n  gfm_quirks: []\n  parse_block_html: true\n',
};

describe.skipIf(!hasCommand('jekyll', '--version')).each(Object.entries(SETTINGS))(
  'a post in Jekyll, %s',
  (_, settings) => {
    const blogFiles = { ...BLOG, '_config.yml': BLOG['_config.yml'] + settings };

    it('is built as a draft, with its picture, and shows every text literally', () => {
      const blog = blogWith(blogFiles, hostilePost(), 'jekyll');
      generate(blog, 'jekyll', ['build', '--quiet', '--drafts', '--unpublished', '--destination', '_site']);
      const page = pageOf(blog, '_site/the-third-time/index.html');
      const article = articleOf(page);
      expect(page).not.toContain('<script');
      expect(page).toContain('A memory exists, is read, and does not hold.');
      expect(page).toContain('Teaching a machine, 2');
      expect(article).toMatch(/<h2[^>]*>What happened<\/h2>/);
      expect(pictureIn(article)).toEqual({
        src: '/blog/assets/img/the-third-time/lifeline.svg',
        alt: 'Missed on 3 Aug, again on 14 Sep (twice) ‹b›.',
      });
      expect(existsSync(join(blog, '_site/assets/img/the-third-time/lifeline.svg'))).toBe(true);
      expectNothingLive(article);
      expectAllShown(article);
    });

    it('is not published by a build without drafts', () => {
      const blog = blogWith(blogFiles, hostilePost(), 'jekyll');
      generate(blog, 'jekyll', ['build', '--quiet', '--destination', '_site']);
      expect(existsSync(join(blog, '_site/the-third-time'))).toBe(false);
    });

    it('builds twelve posts with odd front matter and code', () => {
      const blog = blogWith(blogFiles, TWELVE, 'jekyll');
      generate(blog, 'jekyll', ['build', '--quiet', '--drafts', '--unpublished', '--destination', '_site']);
      expectTwelve((slug) => pageOf(blog, `_site/${slug}/index.html`));
    });

    it('is built from an exported draft', () => {
      const blog = blogWithDraft(blogFiles, 'jekyll');
      generate(blog, 'jekyll', ['build', '--quiet', '--drafts', '--unpublished', '--destination', '_site']);
      const src = expectDraft(articleOf(pageOf(blog, `_site/${DRAFT.slug}/index.html`)));
      expect(existsSync(join(blog, '_site', src.replace('/blog/', '')))).toBe(true);
    });
  },
);
