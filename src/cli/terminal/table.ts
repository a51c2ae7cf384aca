import { TAGS } from '#src/format/tags.ts';
import { dim, joined, line, type Text } from './text.ts';
import { cut, widthOf, wrap } from './wrap.ts';

const GAP = 2;
/** The narrowest a column becomes to fit the terminal. */
const NARROWEST = 12;
/** The last column keeps this much until the others are as narrow as they can be. */
const LAST_NARROWEST = 24;

export interface TableOptions {
  /** The names of the columns; left out if there are no rows. */
  head?: readonly string[];
  /** The columns, counted from 0, whose cells are on the right; the others are on the left. */
  right?: readonly number[];
  /** The width of the terminal; nothing is cut or wrapped without it. */
  width?: number;
  /** What happens to a last cell that is too wide: it goes on below itself, or ends in an ellipsis. */
  last?: 'wrap' | 'cut';
  /** Spaces before each line. */
  indent?: number;
  /** The columns that are never cut, such as dates. */
  keep?: readonly number[];
  /** The least width of a column, so that tables far apart line up. */
  least?: readonly number[];
}

/**
 * Rows as lines, each column as wide as its widest cell. Where they do not fit the terminal, the last column is wrapped
 * or cut first, then the widest of the others are cut, then the last one again. Nothing is put after the last cell.
 */
export function table(rows: readonly (readonly Text[])[], options: TableOptions = {}): Text {
  const {
    head,
    right = [],
    width = Number.POSITIVE_INFINITY,
    last = 'wrap',
    indent = 0,
    keep = [],
    least = [],
  } = options;
  const all = head && rows.length > 0 ? [head.map((name) => dim(name)), ...rows] : rows;
  const count = Math.max(0, ...all.map(({ length }) => length));
  const natural = Array.from({ length: count }, (_, column) =>
    Math.max(least[column] ?? 0, ...all.map((row) => widthOf(row[column] ?? ''))),
  );
  const widths = fitted(natural, width - indent - GAP * (count - 1), [...right, ...keep]);
  return joined(
    all.map((row) => {
      const end = row.findLastIndex((cell) => widthOf(cell) > 0);
      const parts: Text[] = [' '.repeat(indent)];
      let used = indent;
      for (let column = 0; column <= end; column++) {
        const cell = row[column] ?? '';
        const size = widths[column] ?? 0;
        if (column === count - 1 && last === 'wrap' && !right.includes(column)) {
          parts.push(wrap(cell, used + size, { start: used }));
        } else {
          const fitting = cut(cell, size);
          const space = ' '.repeat(size - widthOf(fitting));
          if (right.includes(column)) parts.push(space, fitting);
          else parts.push(fitting, column === end ? '' : space);
        }
        if (column < end) parts.push(' '.repeat(GAP));
        used += size + GAP;
      }
      return joined(parts, '');
    }),
  );
}

/** The widths that columns get within `room`: the last one is narrowed first, then the widest that is not in `kept`. */
function fitted(natural: readonly number[], room: number, kept: readonly number[]): number[] {
  const widths = [...natural];
  const last = widths.length - 1;
  const excess = () => widths.reduce((sum, each) => sum + each, 0) - room;
  const lessen = (column: number, least: number) => {
    const now = widths[column] ?? 0;
    widths[column] = Math.max(Math.min(now, least), now - Math.max(0, excess()));
  };
  if (!kept.includes(last)) lessen(last, LAST_NARROWEST);
  const others = [...widths.keys()].filter((column) => column !== last && !kept.includes(column));
  for (const column of others.sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))) lessen(column, NARROWEST);
  if (!kept.includes(last)) lessen(last, NARROWEST);
  return widths;
}

/** The widest tag. */
export const TAG_WIDTH = Math.max(...TAGS.map(({ length }) => length));

interface ColumnsOptions {
  /** Columns of the terminal, or of the page. */
  width: number;
  narrowest?: number;
  /** A wider name has a line of its own. */
  widest?: number;
}

/** Names and what each is, in two columns, the second in as many lines as it takes. */
export function columns(
  rows: readonly (readonly [name: Text, about: Text])[],
  { width, narrowest = 0, widest = 24 }: ColumnsOptions,
): Text {
  const names = rows.map(([name]) => widthOf(name)).filter((length) => length <= widest);
  const size = Math.max(narrowest, ...names);
  const start = GAP + size + GAP;
  const margin = ' '.repeat(GAP);
  return joined(
    rows.map(([name, about]) => {
      if (widthOf(name) > widest) return line`${margin}${name}\n${wrap(about, width, { indent: start })}`;
      return line`${margin}${name}${' '.repeat(size - widthOf(name) + GAP)}${wrap(about, width, { start })}`;
    }),
  );
}
