import type { Problem } from '#src/chronicle/problem.ts';

/** A problem and the file it is in. */
export interface FileProblem {
  path: string;
  problem: Problem;
  /** Lines that should be in the file and are not. */
  missing?: string[];
}

/**
 * One line a problem, `file:line:column: what is wrong. What to do.`, which editors can follow, and below it the lines that
 * are missing from the file.
 */
export function formatProblems(problems: readonly FileProblem[]): string {
  return problems.flatMap(linesOf).join('\n');
}

function linesOf({ path, problem: { line, column, message, advice }, missing = [] }: FileProblem): string[] {
  return [`${path}:${line}:${column}: ${ended(message)} ${advice}`, ...missing.map((text) => `    ${text}`)];
}

/** A message that ends in a quotation has no full stop of its own. */
function ended(sentence: string): string {
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Problems for a script. */
export function problemEntries(problems: readonly FileProblem[]): Record<string, unknown>[] {
  return problems.map(({ path, problem, missing }) => ({ path, ...problem, ...(missing && { missing }) }));
}
