/** A post: what an export writes, before a target formats it for a generator. Everything in it is redacted as decided. */
import type { Drawing } from '#src/chart/drawing.ts';
import type { Block } from '#src/lib/text/blocks.ts';

export interface Post {
  slug: string;
  title: string;
  /** At most 155 characters. */
  description: string;
  /** `YYYY-MM-DD` */
  date: string;
  tags: string[];
  series: { name: string; part: number } | null;
  /** The address where it was published, if any. */
  canonical: string | null;
  blocks: PostBlock[];
  figures: Figure[];
}

/** `figure` is an index into the post's figures. */
export type PostBlock = Block | { kind: 'figure'; figure: number };

export interface Figure {
  /** The base name of its file, unique in the post: `lifeline-c-1a2b3c4d`. */
  name: string;
  drawing: Drawing;
}

export const TARGET_NAMES = ['astro', 'jekyll', 'hugo', 'eleventy', 'devto', 'markdown'] as const;

export type TargetName = (typeof TARGET_NAMES)[number];

/** The owner's settings for a blog. */
export interface TargetOptions {
  /** The owner's names for our front matter keys; null omits a key. The draft flag is always written. */
  keys?: Readonly<Record<string, string | null>>;
  /** The directory of posts in the blog, instead of the generator's default: `content/writing`. */
  directory?: string;
}

/** A file to export, relative to the blog's directory with `/`: its text, or the SVG to draw a PNG from. */
export type PlannedFile = { path: string } & ({ text: string } | { svg: string });
