import { TAGS } from '#src/chronicle/tags.ts';
import { wrapped } from './wrap.ts';

const GAP = '  ';

interface Alignment {
  /** The columns, counted from 0, whose cells are at the right; the others are at the left. */
  right?: readonly number[];
}

/** Rows as lines, each column as wide as its widest cell. Nothing is put behind the last cell. */
export function table(rows: readonly (readonly string[])[], { right = [] }: Alignment = {}): string {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: count }, (_, column) => ({
    width: Math.max(...rows.map((row) => row[column]?.length ?? 0)),
    isRight: right.includes(column),
  }));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const { width = 0, isRight = false } = columns[column] ?? {};
          if (isRight) return cell.padStart(width);
          return column === count - 1 ? cell : cell.padEnd(width);
        })
        .join(GAP),
    )
    .join('\n');
}

/** The widest tag. */
export const TAG_WIDTH = Math.max(...TAGS.map(({ length }) => length));

/** One line of cells with fixed widths, so that lines align which are far apart. A cell without a width is left as it is. */
export function cells(...given: readonly (readonly [cell: string, width?: number])[]): string {
  return given.map(([cell, width = 0]) => cell.padEnd(width)).join(GAP);
}

interface Widths {
  narrowest?: number;
  /** A wider name has a line of its own. */
  widest?: number;
}

/** Names and what is said of each, in two columns, the second in as many lines as it takes. */
export function columns(
  rows: readonly (readonly [name: string, about: string])[],
  { narrowest = 0, widest = 24 }: Widths = {},
): string {
  const names = rows.map(([name]) => name.length).filter((length) => length <= widest);
  const width = Math.max(narrowest, ...names) + GAP.length;
  return rows
    .map(([name, about]) => {
      const text = wrapped(about, width + GAP.length);
      if (name.length > widest) return `${GAP}${name}\n${text}`;
      return `${GAP}${name.padEnd(width)}${text.slice(width + GAP.length)}`;
    })
    .join('\n');
}
