/**
 * A post: what an export writes, before a target gives it the form that a generator wants. Everything in it is
 * redacted as decided.
 */
import type { Drawing } from '#src/chart/drawing.ts';
import type { Block } from '#src/text/blocks.ts';

/** What the owner says about his blog. */
export interface TargetOptions {
  /** Our front matter keys under the names of the owner's schema; null leaves one out. A draft flag always stays. */
  keys?: Readonly<Record<string, string | null>>;
  /** Where posts lie in the blog, in place of the generator's own directory: `content/writing`. */
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
  /** Where it was published, if it was. */
  canonical: string | null;
  blocks: PostBlock[];
  figures: Figure[];
}

/** `figure` is an index into the post's figures. */
export type PostBlock = Block | { kind: 'figure'; figure: number };

export interface Figure {
  /** The stem of its files, unique in the post: `lifeline`, `lifeline-2`, `tag-timeline`, `miss-trend`. */
  name: string;
  drawing: Drawing;
}

/** What a generator wants: where things lie, and how the post begins. */
export type TargetName = 'astro' | 'jekyll' | 'hugo' | 'eleventy' | 'devto' | 'markdown';

/** A post in the form of a target. Paths are relative to the blog's directory, with `/`. */
export interface RenderedPost {
  /** `src/content/blog/<slug>.md` */
  file: string;
  text: string;
  /** The directory of the figures' files; each is `<name>{,-dark}.{svg,png}` in it. */
  figures: string;
  /** What the author has to do by hand, in sentences: upload these images. */
  remarks: string[];
}

/** A file of an export, below the blog's directory: its text, or the SVG that a PNG is drawn from. */
export type PlannedFile = { path: string } & ({ text: string } | { svg: string });
