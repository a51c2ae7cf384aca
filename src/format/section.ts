import { fenceMarks } from './fence.ts';
import { lineEnding } from './lines.ts';
import type { Block, Scan } from './scan.ts';

export type SectionName = 'events' | 'summary';

/** The section that a heading opens, ignoring case, or null. */
export function sectionName(block: Block): SectionName | null {
  if (block.kind !== 'heading' || block.level !== 2) return null;
  const title = block.title.toLowerCase();
  return title === 'events' || title === 'summary' ? title : null;
}

/** Whether a block under "## Summary" begins the narrative, if there is one. */
export function isTitle(block: Block | undefined): block is Extract<Block, { kind: 'heading' }> {
  return block?.kind === 'heading' && block.level === 3;
}

/**
 * Tells the section of each line; call the result with ascending lines. Lines before any heading belong to `events`. Text
 * below an unknown heading belongs to the section before it. A repeated heading reopens its section, so nothing is lost.
 */
export function sectionAt(blocks: Block[]): (line: number) => SectionName {
  const starts = blocks.flatMap((block) => {
    const name = sectionName(block);
    return name ? [{ line: block.line, name }] : [];
  });
  let passed = 0;
  return (line) => {
    while ((starts[passed]?.line ?? Number.POSITIVE_INFINITY) <= line) passed++;
    return starts[passed - 1]?.name ?? 'events';
  };
}

/** The line after a heading's section: the next H1 or H2. */
export function sectionEnd({ blocks, lines }: Scan, heading: Block): number {
  return (
    blocks.find((block) => block.line > heading.line && block.kind === 'heading' && block.level <= 2)?.line ??
    lines.length
  );
}

/** The texts of the events in a range of lines. Adjacent events share one text; each text ends with a newline. */
export function eventRuns(text: string, structure: Scan, from: number, to: number): string[] {
  const runs: [number, number][] = [];
  for (const { kind, line, end } of structure.blocks) {
    if (kind !== 'event' || line < from || line >= to) continue;
    const last = runs.at(-1);
    if (last?.[1] === line) last[1] = end;
    else runs.push([line, end]);
  }
  return runs.map(([first, end]) =>
    withFinalNewline(text.slice(lineStart(text, structure, first), lineStart(text, structure, end)), lineEnding(text)),
  );
}

/** The text before a line. With `closing`, each fence left open in it is closed right after its first line. */
export function textBefore(text: string, structure: Scan, until: number, closing: boolean): string {
  const eol = lineEnding(text);
  let before = '';
  let at = 0;
  for (const { kind, line } of structure.blocks) {
    if (!closing || kind !== 'open-fence' || line >= until) continue;
    const next = lineStart(text, structure, line + 1);
    before += withFinalNewline(text.slice(at, next), eol) + fenceMarks(text, lineStart(text, structure, line)) + eol;
    at = next;
  }
  return before + text.slice(at, lineStart(text, structure, until));
}

/** The offset at which a line begins; the end of the text for a line after the last. */
export function lineStart(text: string, { lines }: Scan, index: number): number {
  return lines[index]?.start ?? text.length;
}

/** Adds a final line break if it is missing. An empty text stays empty. */
export function withFinalNewline(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : text + eol;
}
