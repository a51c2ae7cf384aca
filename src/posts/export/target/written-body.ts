import { clip, oneLine } from '#src/text/clip.ts';
import type { MarkdownForm } from '#src/text/inert-code.ts';
import { visibleText } from '#src/text/visible.ts';
import { writeMarkdown, writePicture } from '#src/text/write-markdown.ts';
import type { Figure, Post, PostBlock } from '../post.ts';

/** Screen reader users skip longer alt text. */
const LONGEST_ALT = 300;

/** The body of a post as Markdown. `addressOf` gives the address of a figure's file in the post. */
export function writeBody(post: Post, form: MarkdownForm, addressOf: (file: string) => string): string {
  return inRuns(post.blocks)
    .map((run) => {
      if (!('figure' in run)) return writeMarkdown(run.blocks, form);
      const figure = post.figures[run.figure];
      return figure ? writePicture(altOf(figure), addressOf(pictureOf(figure))) : '';
    })
    .filter((text) => text !== '')
    .join('\n');
}

/** The alt text of a figure, on one line. */
export function altOf({ drawing }: Figure): string {
  return clip(oneLine(visibleText(drawing.description || drawing.title)), LONGEST_ALT);
}

/** The file of a figure that a post shows: the light PNG, which every blog supports. */
export function pictureOf(figure: Figure): string {
  return `${figure.name}.png`;
}

type Run = { figure: number } | { blocks: Exclude<PostBlock, { kind: 'figure' }>[] };

function inRuns(blocks: readonly PostBlock[]): Run[] {
  const runs: Run[] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (block.kind === 'figure') runs.push({ figure: block.figure });
    else if (last && 'blocks' in last) last.blocks.push(block);
    else runs.push({ blocks: [block] });
  }
  return runs;
}

/** A path in a directory of the blog, without `./`. */
export function below(directory: string, name: string): string {
  return directory === '.' || directory === '' ? name : `${directory}/${name}`;
}
