import { slugOf } from '#src/lib/slug.ts';
import type { Post, RenderedPost, TargetName, TargetOptions } from './post.ts';
import { astroPost } from './target/astro.ts';
import { devtoPost } from './target/devto.ts';
import { eleventyPost } from './target/eleventy.ts';
import { hugoPost } from './target/hugo.ts';
import { jekyllPost } from './target/jekyll.ts';
import { markdownPost } from './target/markdown.ts';

interface Target {
  /** As pages show it. */
  label: string;
  write(post: Post, options: TargetOptions): RenderedPost;
}

/** The targets, in the order pages list them. */
export const TARGETS: Record<TargetName, Target> = {
  astro: { label: 'Astro', write: astroPost },
  jekyll: { label: 'Jekyll', write: jekyllPost },
  hugo: { label: 'Hugo', write: hugoPost },
  eleventy: { label: 'Eleventy', write: eleventyPost },
  devto: { label: 'dev.to', write: devtoPost },
  markdown: { label: 'Markdown', write: markdownPost },
};

/**
 * Formats a post for a generator, always marked as a draft and with no live markup. Paths are relative to the blog's
 * directory and never lead out of it, whatever the post's name.
 */
export function renderPost(post: Post, target: TargetName, options: TargetOptions = {}): RenderedPost {
  const directory = options.directory?.replace(/^\/+|\/+$/g, '');
  return TARGETS[target].write(
    { ...post, slug: slugOf(post.slug, 'post') },
    { ...options, ...(directory === undefined ? {} : { directory }) },
  );
}
