import type { Problem } from '#src/chronicle/problem.ts';

/** A problem and the file it is in. */
export interface FileProblem {
  path: string;
  problem: Problem;
}

/** `file:line:column: what is wrong what to do`, a line a problem, as editors and build tools read it. */
export function formatProblems(problems: readonly FileProblem[]): string {
  return problems
    .map(
      ({ path, problem: { line, column, message, advice } }) =>
        `${path}:${line}:${column}: ${ended(message)} ${advice}`,
    )
    .join('\n');
}

/** A sentence that ends with a quotation has no stop of its own. */
function ended(sentence: string): string {
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Problems for a script. */
export function problemEntries(problems: readonly FileProblem[]): Record<string, unknown>[] {
  return problems.map(({ path, problem }) => ({ path, ...problem }));
}
