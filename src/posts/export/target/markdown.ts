import { Day, writeFrontMatter } from '../front-matter.ts';
import type { Post, RenderedPost, TargetOptions } from '../post.ts';
import { below, pictureOf, writeBody } from './written-body.ts';

/** A file for any other blog, with its pictures in a directory of the same name next to it. */
export function markdownPost(post: Post, { directory = '.', keys }: TargetOptions): RenderedPost {
  const hero = post.figures[0];
  const frontMatter = writeFrontMatter(
    {
      title: post.title,
      published: false,
      draft: true,
      description: post.description,
      date: new Day(post.date),
      tags: post.tags,
      cover_image: hero ? `${post.slug}/${pictureOf(hero)}` : null,
      series: post.series?.name ?? null,
      part: post.series?.part ?? null,
      canonical_url: post.canonical,
    },
    keys,
  );
  const figures = below(directory, post.slug);
  return {
    file: `${figures}.md`,
    text: `${frontMatter}\n${writeBody(post, 'plain', (file) => `${post.slug}/${file}`)}`,
    figures,
    remarks: [],
  };
}
