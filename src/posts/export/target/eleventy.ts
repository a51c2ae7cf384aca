import { Day, writeFrontMatter } from '../front-matter.ts';
import type { Post, RenderedPost, TargetOptions } from '../post.ts';
import { below, writeBody } from './written-body.ts';

/**
 * Otherwise, Eleventy first reads the body as a template, in the language that the blog has chosen: Liquid, Nunjucks, or
 * one with code in it. Each would find text of ours live, or fail on it.
 */
const MARKDOWN_ONLY = 'templateEngineOverride: md\n';

/** A post in Eleventy's input directory, the first part of `directory`. Its pictures are copied next to its page. */
export function eleventyPost(post: Post, { directory = 'src/posts', keys }: TargetOptions): RenderedPost {
  const frontMatter = writeFrontMatter(
    {
      title: post.title,
      date: new Day(post.date),
      draft: true,
      tags: post.tags,
      description: post.description,
      series: post.series?.name ?? null,
      part: post.series?.part ?? null,
      canonicalURL: post.canonical,
    },
    keys,
  ).replace(/(?=---\n$)/, MARKDOWN_ONLY);
  const figures = below(directory, post.slug);
  const served = figures.split('/').slice(1).join('/');
  const passthrough = `To have Eleventy copy the pictures, add addPassthroughCopy("${directory}/**/*.{png,svg}") to its configuration.`;
  return {
    file: below(directory, `${post.slug}.md`),
    text: `${frontMatter}\n${writeBody(post, 'plain', (file) => `/${served}/${file}`)}`,
    figures,
    remarks: [
      'Eleventy publishes drafts unless its configuration excludes them: https://www.11ty.dev/docs/config-preprocessors/#example-drafts',
      ...(post.figures.length > 0 ? [passthrough] : []),
    ],
  };
}
