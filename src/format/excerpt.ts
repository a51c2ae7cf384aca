import { type Line, splitLines } from './lines.ts';
import type { Problem } from './problem.ts';
import type { ExcerptLine } from './session.ts';

/** Lines shown on each side of a problem's line. */
const CONTEXT = 2;
/** Longer lines are cut and end in an ellipsis (characters). */
const LONGEST_LINE = 200;

/** The lines around each problem, in the same order; empty for an empty text. */
export function excerptsOf(text: string, problems: readonly Pick<Problem, 'line'>[]): ExcerptLine[][] {
  if (problems.length === 0) return [];
  const lines = splitLines(text);
  const shown = new Map<number, ExcerptLine>();
  return problems.map(({ line }) => {
    const excerpt: ExcerptLine[] = [];
    for (let number = Math.max(1, line - CONTEXT); number <= Math.min(lines.length, line + CONTEXT); number++) {
      const known = shown.get(number) ?? { line: number, text: shortened(text, lines[number - 1]) };
      shown.set(number, known);
      excerpt.push(known);
    }
    return excerpt;
  });
}

function shortened(text: string, line: Line | undefined): string {
  if (!line) return '';
  if (line.end - line.start <= LONGEST_LINE) return text.slice(line.start, line.end);
  // Do not leave half of a surrogate pair.
  return `${text.slice(line.start, line.start + LONGEST_LINE - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
