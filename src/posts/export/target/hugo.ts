import { Day, writeFrontMatter } from '../front-matter.ts';
import type { Post, RenderedPost, TargetOptions } from '../post.ts';
import { below, pictureOf, remarksOnCode, writeBody } from './written-body.ts';

/** A page bundle: the post and its pictures in one directory. */
export function hugoPost(post: Post, { directory = 'content/posts', keys }: TargetOptions): RenderedPost {
  const bundle = below(directory, post.slug);
  const frontMatter = writeFrontMatter(
    {
      title: post.title,
      date: new Day(post.date),
      draft: true,
      summary: post.description,
      tags: post.tags,
      images: post.figures.length > 0 ? post.figures.slice(0, 1).map(pictureOf) : null,
      series: post.series && [post.series.name],
      series_order: post.series?.part ?? null,
      canonicalURL: post.canonical,
    },
    keys,
  );
  return {
    file: `${bundle}/index.md`,
    text: `${frontMatter}\n${writeBody(post, 'hugo', (file) => file)}`,
    figures: bundle,
    remarks: ['Preview it: hugo server --buildDrafts', ...remarksOnCode(post, 'hugo', 'Hugo')],
  };
}
