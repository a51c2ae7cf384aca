import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blogWith, blogWithDraft, DRAFT, generate, pageOf } from './blog.ts';
import { hostilePost } from './hostile-post.ts';
import { articleOf, expectAllShown, expectDraft, expectNothingLive, pictureIn } from './page.ts';
import { expectTwelve, TWELVE } from './twelve-posts.ts';

/** 3.1.8 depends on a version of @11ty/recursive-copy that the registry does not have. */
const VERSION = '3.1.7';

/** The languages in which Eleventy can read Markdown files as templates first; `false` for none. */
const ENGINES = ['"liquid"', '"njk"', 'false'];

const blogFor = (engine: string) => ({
  'package.json': '{"type":"module"}',
  'eleventy.config.js': `export default (config) => { config.addPassthroughCopy("src/posts/**/*.{png,svg}"); return { dir: { input: "src" }, htmlTemplateEngine: "liquid", markdownTemplateEngine: ${engine} }; };\n`,
  'src/posts/posts.json': '{"layout":"post.html"}',
  'src/_includes/post.html':
    '<!doctype html><html><head><title>{{ title }}</title></head><body><h1>{{ title }}</h1>' +
    '<p>{{ description }}</p><p>{{ series }}, {{ part }}, draft: {{ draft }}</p><article>{{ content }}</article></body></html>',
});

const eleventy = installed();

describe.skipIf(eleventy === null).each(ENGINES)('a post in Eleventy, with the template engine %s', (engine) => {
  const BLOG = blogFor(engine);

  it('is built with its picture, and shows every text literally', () => {
    const blog = blogWith(BLOG, hostilePost(), 'eleventy');
    generate(blog, process.execPath, [eleventy ?? '', '--quiet', '--output=_site']);
    const page = pageOf(blog, '_site/posts/the-third-time/index.html');
    const article = articleOf(page);
    expect(page).not.toContain('<script');
    expect(page).toContain('A memory exists, is read, and does not hold.');
    expect(page).toContain('Teaching a machine, 2, draft: true');
    expect(article).toMatch(/<h2[^>]*>What happened<\/h2>/);
    const { src, alt } = pictureIn(article);
    expect(alt).toBe('Missed on 3 Aug, again on 14 Sep (twice) ‹b›.');
    expect(src).toBe('/posts/the-third-time/lifeline.svg');
    expect(existsSync(join(blog, '_site', src))).toBe(true);
    expectNothingLive(article);
    expectAllShown(article);
  });

  it('builds twelve posts with odd front matter and code', () => {
    const blog = blogWith(BLOG, TWELVE, 'eleventy');
    generate(blog, process.execPath, [eleventy ?? '', '--quiet', '--output=_site']);
    expectTwelve((slug) => pageOf(blog, `_site/posts/${slug}/index.html`));
  });

  it('is built from an exported draft', () => {
    const blog = blogWithDraft(BLOG, 'eleventy');
    generate(blog, process.execPath, [eleventy ?? '', '--quiet', '--output=_site']);
    const src = expectDraft(articleOf(pageOf(blog, `_site/posts/${DRAFT.slug}/index.html`)));
    expect(existsSync(join(blog, '_site', src))).toBe(true);
  });
});

/** Eleventy's command, installed outside the repository on first use; null if the registry is unreachable. */
function installed(): string | null {
  const cache = join(tmpdir(), `chronicle-eleventy-${VERSION}`);
  const command = join(cache, 'node_modules/@11ty/eleventy/cmd.cjs');
  if (!existsSync(command)) {
    const args = ['install', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    spawnSync('npm', [...args, `@11ty/eleventy@${VERSION}`], { encoding: 'utf8', timeout: 150_000 });
  }
  if (existsSync(command)) return command;
  console.error(`Skipped: @11ty/eleventy@${VERSION} could not be installed into ${cache}.`);
  return null;
}
