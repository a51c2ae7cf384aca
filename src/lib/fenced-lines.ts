/**
 * The lines of fenced code blocks, from 0, with the fences themselves (CommonMark 0.31, 4.5). An unclosed block runs to the
 * end. A fence may be indented by three columns more than the list item around it:
 *
 *     - Run it:
 *       ```sh
 *       npm test
 *       ```
 *
 * Unlike in CommonMark, a line with less indent than the item does not end the block: models often paste code without it.
 */
export function fencedLines(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  const items = new ListItems();
  let fence: string | null = null;
  for (const [i, line] of lines.entries()) {
    if (fence === null) {
      fence = items.fenceIn(line);
      if (fence === null) continue;
    } else if (closesFence(line.trim(), fence) && indentOf(line) <= items.column + DEEPEST) fence = null;
    found.add(i);
  }
  return found;
}

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

/** Deeper indentation makes an indented code block, or continues a paragraph. */
const DEEPEST = 3;
const MOST_ITEMS = 40;
const MARKER = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t])/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/;

/** The list items around a line. */
class ListItems {
  readonly #columns: number[] = [];

  /** Where the text of the innermost item begins, 0 outside of lists. */
  get column(): number {
    return this.#columns.at(-1) ?? 0;
  }

  /** Reads the next line that is not code: the marks of the fence that it opens, or null. */
  fenceIn(line: string): string | null {
    let rest = line.trimStart();
    if (rest === '') return null;
    let indent = indentOf(line);
    while (this.column > indent) this.#columns.pop();
    while (indent - this.column <= DEEPEST && this.#columns.length < MOST_ITEMS) {
      const fence = openingFence(rest);
      if (fence !== null) return fence;
      const [marker] = MARKER.exec(rest) ?? [];
      if (marker === undefined || RULE.test(rest)) return null;
      const after = rest.slice(marker.length);
      const text = after.trimStart();
      const begin = indent + marker.length;
      indent = begin + columns(after.slice(0, after.length - text.length), begin);
      // An item without text, or whose text is indented code, begins one column after its marker.
      this.#columns.push(text === '' || indent - begin > DEEPEST + 1 ? begin + 1 : indent);
      rest = text;
    }
    return null;
  }
}

function indentOf(line: string): number {
  return columns(line.slice(0, line.length - line.trimStart().length), 0);
}

/** The width of blanks that begin at a column; a tab reaches to the next multiple of four. */
function columns(blanks: string, from: number): number {
  let column = from;
  for (const blank of blanks) column = blank === '\t' ? column + 4 - (column % 4) : column + 1;
  return column - from;
}
