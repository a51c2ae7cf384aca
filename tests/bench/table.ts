/** Prints rows as a Markdown table. The first row is the head. */
export function printTable(rows: (string | number)[][]): void {
  const text = rows.map((row) => row.map(String));
  const widths = (text[0] ?? []).map((_, column) => Math.max(...text.map((row) => row[column]?.length ?? 0)));
  for (const [i, row] of text.entries()) {
    console.log(
      `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`,
    );
    if (i === 0)
      console.log(
        `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`,
      );
  }
}

/** The median. */
export function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
