import { Day, writeFrontMatter } from '../front-matter.ts';
import type { Post, RenderedPost, TargetOptions } from '../post.ts';
import { below, writeBody } from './written-body.ts';

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
  );
  const figures = below(directory, post.slug);
  const served = figures.split('/').slice(1).join('/');
  const passthrough = `To have Eleventy copy the pictures, add addPassthroughCopy("${directory}/**/*.{png,svg}") to its configuration.`;
  return {
    file: below(directory, `${post.slug}.md`),
    text: `${frontMatter}\n${writeBody(post, 'liquid', (file) => `/${served}/${file}`)}`,
    figures,
    remarks: [
      'Eleventy publishes drafts unless its configuration excludes them: https://www.11ty.dev/docs/config-preprocessors/#example-drafts',
      ...(post.figures.length > 0 ? [passthrough] : []),
    ],
  };
}
