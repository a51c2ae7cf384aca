/**
 * The lines of fenced code blocks, from 0, with the fences themselves. An unclosed block runs to the end. A fence may be
 * indented, and begin an item of a list:
 *
 *     - Run it:
 *       ```sh
 *       npm test
 *       ```
 *
 * Unlike in CommonMark, indentation opens and ends no block: models often paste code without it.
 */
export function fencedLines(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  let fence: string | null = null;
  for (const [i, line] of lines.entries()) {
    const text = line.trim();
    if (fence === null) {
      fence = openingFence(text.replace(MARKERS, ''));
      if (fence === null) continue;
    } else if (closesFence(text, fence)) fence = null;
    found.add(i);
  }
  return found;
}

/** The markers of list items at the start of a line. */
const MARKERS = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,40}/;

/** The lines outside of fenced code blocks. */
export function outsideFences(lines: readonly string[]): string[] {
  const code = fencedLines(lines);
  return lines.filter((_, i) => !code.has(i));
}

/** The marks of the fence that a line opens, null for other lines. Expects a line without indent. */
function openingFence(line: string): string | null {
  return /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0] ?? null;
}

/** Whether a line closes the block that these marks opened. Expects a line without blanks around it. */
function closesFence(line: string, fence: string): boolean {
  return line.length >= fence.length && line === fence.charAt(0).repeat(line.length);
}
