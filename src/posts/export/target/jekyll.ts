import { writeFrontMatter } from '../front-matter.ts';
import type { Post, RenderedPost, TargetOptions } from '../post.ts';
import { altOf, below, pictureOf, writeBody } from './written-body.ts';

/** A file in `_drafts`. It has no date until it becomes a post. */
export function jekyllPost(post: Post, { directory = '_drafts', keys }: TargetOptions): RenderedPost {
  const figures = `assets/img/${post.slug}`;
  const hero = post.figures[0];
  const frontMatter = writeFrontMatter(
    {
      layout: 'post',
      title: post.title,
      excerpt: post.description,
      categories: [],
      tags: post.tags,
      image: hero ? { path: `/${figures}/${pictureOf(hero)}`, alt: altOf(hero) } : null,
      published: false,
      series: post.series?.name ?? null,
      part: post.series?.part ?? null,
      canonical_url: post.canonical,
    },
    keys,
  );
  // Without this filter, a blog served under a path, such as a GitHub project page, does not find its pictures.
  const addressOf = (file: string) => `{{ '/${figures}/${file}' | relative_url }}`;
  return {
    file: below(directory, `${post.slug}.md`),
    text: `${frontMatter}\n${writeBody(post, 'kramdown', addressOf)}`,
    figures,
    remarks: [
      'Preview it: jekyll serve --drafts --unpublished',
      `To publish it, move it to _posts/${post.date}-${post.slug}.md and delete "published: false".`,
    ],
  };
}
