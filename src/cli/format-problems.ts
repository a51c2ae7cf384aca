import type { Problem } from '#src/format/problem.ts';

/** A problem and the file it is in. */
export interface FileProblem {
  path: string;
  problem: Problem;
}

/** One line a problem, `file:line:column: what is wrong. What to do.`, which editors can follow. */
export function formatProblems(problems: readonly FileProblem[]): string {
  return problems.map(lineOf).join('\n');
}

function lineOf({ path, problem: { line, column, message, advice } }: FileProblem): string {
  return `${path}:${line}:${column}: ${ended(message)} ${advice}`;
}

/** A message that ends in a quotation has no full stop of its own. */
function ended(sentence: string): string {
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Problems for a script. */
export function problemEntries(problems: readonly FileProblem[]): Record<string, unknown>[] {
  return problems.map(({ path, problem }) => ({ path, ...problem }));
}
