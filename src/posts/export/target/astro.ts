import { Day, writeFrontMatter } from '../front-matter.ts';
import type { Post, RenderedPost, TargetOptions } from '../post.ts';
import { altOf, below, pictureOf, writeBody } from './written-body.ts';

/** An entry of a content collection. Its pictures are in a directory next to it, where Astro processes them. */
export function astroPost(post: Post, { directory = 'src/content/blog', keys }: TargetOptions): RenderedPost {
  const addressOf = (file: string) => `./${post.slug}/${file}`;
  const hero = post.figures[0];
  const frontMatter = writeFrontMatter(
    {
      title: post.title,
      description: post.description,
      pubDate: new Day(post.date),
      draft: true,
      tags: post.tags,
      heroImage: hero ? addressOf(pictureOf(hero)) : null,
      heroAlt: hero ? altOf(hero) : null,
      series: post.series && { name: post.series.name, part: post.series.part },
      canonicalURL: post.canonical,
    },
    keys,
  );
  return {
    file: below(directory, `${post.slug}.md`),
    text: `${frontMatter}\n${writeBody(post, 'plain', addressOf)}`,
    figures: below(directory, post.slug),
    remarks: [],
  };
}
