/**
 * A post: what an export writes, before a target formats it for a generator. Everything in it is redacted as decided.
 */
import type { Drawing } from '#src/chart/drawing.ts';
import type { Block } from '#src/lib/text/blocks.ts';

/** The owner's settings for a blog. */
export interface TargetOptions {
  /** The owner's names for our front matter keys; null omits a key. The draft flag is always written. */
  keys?: Readonly<Record<string, string | null>>;
  /** The directory of posts in the blog, instead of the generator's default: `content/writing`. */
  directory?: string;
}

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
  /** The base name of its files, unique in the post: `lifeline`, `lifeline-2`, `miss-trend`. */
  name: string;
  drawing: Drawing;
}

export type TargetName = 'astro' | 'jekyll' | 'hugo' | 'eleventy' | 'devto' | 'markdown';

/** A post formatted for a target. Paths are relative to the blog's directory, with `/`. */
export interface RenderedPost {
  /** `src/content/blog/<slug>.md` */
  file: string;
  text: string;
  /** The directory of the figure files, each named `<name>{,-dark}.{svg,png}`. */
  figures: string;
  /** What the author must do by hand, such as uploading pictures, in sentences. */
  remarks: string[];
}

/** A file to export, relative to the blog's directory: its text, or the SVG to draw a PNG from, and how wide if not as usual. */
export type PlannedFile = { path: string } & ({ text: string } | { svg: string; width?: number });
