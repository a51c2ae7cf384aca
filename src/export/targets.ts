import { slugOf } from '../project/slug.ts';
import { clip } from '../text/clip.ts';
import type { Post, RenderedPost, TargetName } from './post.ts';
import { astroPost } from './target/astro.ts';
import { devtoPost } from './target/devto.ts';
import { eleventyPost } from './target/eleventy.ts';
import { hugoPost } from './target/hugo.ts';
import { jekyllPost } from './target/jekyll.ts';
import { markdownPost } from './target/markdown.ts';

/** What the owner says about his blog. */
export interface TargetOptions {
  /** Our front matter keys under the names of the owner's schema; null leaves one out. A draft flag always stays. */
  keys?: Readonly<Record<string, string | null>>;
  /** Where posts lie in the blog, in place of the generator's own directory: `content/writing`. */
  directory?: string;
}

interface Target {
  /** As pages say it. */
  label: string;
  write(post: Post, options: TargetOptions): RenderedPost;
}

/** The generators, in the order in which pages offer them. */
export const TARGETS: Record<TargetName, Target> = {
  astro: { label: 'Astro', write: astroPost },
  jekyll: { label: 'Jekyll', write: jekyllPost },
  hugo: { label: 'Hugo', write: hugoPost },
  eleventy: { label: 'Eleventy', write: eleventyPost },
  devto: { label: 'dev.to', write: devtoPost },
  markdown: { label: 'Markdown', write: markdownPost },
};

/** The longest description that search results and cards show whole. */
const LONGEST_DESCRIPTION = 155;

/**
 * A post in the form that a generator wants. It is always a draft, and nothing in it is live. Paths are relative to
 * the blog's directory and do not leave it, whatever the post is called.
 */
export function renderPost(post: Post, target: TargetName, options: TargetOptions = {}): RenderedPost {
  const directory = options.directory?.replace(/^\/+|\/+$/g, '');
  return TARGETS[target].write(
    { ...post, slug: slugOf(post.slug, 'post'), description: clip(post.description, LONGEST_DESCRIPTION) },
    { ...options, ...(directory === undefined ? {} : { directory }) },
  );
}
