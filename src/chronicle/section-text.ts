/** Parts of a chronicle's text by line, for edits that put them together again. */
import { fenceMarks } from './fence.ts';
import { lineEnding } from './lines.ts';
import type { Block, Scan } from './scan.ts';

/** The line before which a heading's section ends: the next H1 or H2. */
export function sectionEnd({ blocks, lines }: Scan, heading: Block): number {
  return (
    blocks.find((block) => block.line > heading.line && block.kind === 'heading' && block.level <= 2)?.line ??
    lines.length
  );
}

/** The events in a range of lines; those that follow each other are one text, which ends with a newline. */
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

/** The text before a line; with `closing`, each fence that is left open there is closed at once. */
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

/** Where a line begins in its text; the end of the text for a line behind the last. */
export function lineStart(text: string, { lines }: Scan, index: number): number {
  return lines[index]?.start ?? text.length;
}

export function withFinalNewline(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : text + eol;
}
