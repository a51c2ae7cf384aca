import { type Line, splitLines } from './lines.ts';
import type { Problem } from './problem.ts';
import type { ExcerptLine } from './session.ts';

/** Lines shown on each side of the one a problem names. */
const CONTEXT = 2;
/** Longer lines are cut, with an ellipsis as the last character. */
const LONGEST_LINE = 200;

/** The lines around each problem, in the order of the problems; an empty text has none. */
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
  // A cut between the two halves of a character would leave half of it.
  return `${text.slice(line.start, line.start + LONGEST_LINE - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
