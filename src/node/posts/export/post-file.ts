import { standalone } from '#src/chart/standalone.ts';
import type { Figure, RenderedPost } from '#src/posts/export/post.ts';
import { pngOf } from './png.ts';

/** A file of an export. */
export interface PostFile {
  /** Relative to the blog's directory, with `/`. */
  path: string;
  bytes: Uint8Array;
  /** What it says, for what is text; null for a picture. */
  text: string | null;
}

/** The files of figures, as SVG and PNG, light and dark; each `path` is the file's name alone. */
export async function figureFiles(figures: readonly Figure[]): Promise<PostFile[]> {
  const files: PostFile[] = [];
  for (const { name, drawing } of figures) {
    for (const theme of ['light', 'dark'] as const) {
      const svg = standalone(drawing, { theme });
      const stem = theme === 'dark' ? `${name}-dark` : name;
      files.push(textFile(`${stem}.svg`, svg), { path: `${stem}.png`, bytes: await pngOf(svg), text: null });
    }
  }
  return files;
}

/** Everything that an export writes, in this order: what the post shows is there when it appears. */
export function filesOfPost(rendered: RenderedPost, figures: readonly PostFile[]): PostFile[] {
  const above = rendered.figures === '' ? '' : `${rendered.figures}/`;
  const placed = figures.map((file) => ({ ...file, path: above + file.path }));
  return [...placed, textFile(rendered.file, rendered.text)];
}

function textFile(path: string, text: string): PostFile {
  return { path, bytes: Buffer.from(text), text };
}
