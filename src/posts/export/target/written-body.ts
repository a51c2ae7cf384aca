import type { Block, Inline } from '#src/lib/text/blocks.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { hasAddedBlank, type MarkdownForm } from '#src/lib/text/inert-code.ts';
import { visibleText } from '#src/lib/text/visible.ts';
import { writeMarkdown, writePicture } from '#src/lib/text/write-markdown.ts';
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

/** Says of how much code readers get a copy with a blank too many; empty if of none. */
export function remarksOnCode(post: Post, form: MarkdownForm, generator: string): string[] {
  const count = post.blocks
    .flatMap((block) => (block.kind === 'figure' ? [] : codeIn(block)))
    .filter((code) => hasAddedBlank(code, form)).length;
  if (count === 0) return [];
  const what = `${counted(count, 'piece')} of code ${count === 1 ? 'has' : 'have'} a blank after "{" or "<" that was not there`;
  return [`${what}, as ${generator} would run the code without it. Tell readers who copy it to delete the blank.`];
}

function codeIn(block: Block): string[] {
  switch (block.kind) {
    case 'code':
      return [block.text];
    case 'list':
      return block.items.flat().flatMap(codeIn);
    case 'quote':
      return block.children.flatMap(codeIn);
    case 'table':
      return block.rows.flat().flatMap(codeInSpans);
    case 'rule':
      return [];
    default:
      return codeInSpans(block.children);
  }
}

function codeInSpans(spans: readonly Inline[]): string[] {
  return spans.flatMap((span) =>
    span.kind === 'code' ? [span.text] : 'children' in span ? codeInSpans(span.children) : [],
  );
}
