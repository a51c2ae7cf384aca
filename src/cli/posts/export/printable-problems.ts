import type { FileProblem } from '#src/cli/archive/format-problems.ts';
import type { Surroundings } from '#src/node/posts/export/prepare-draft.ts';
import { withoutSecrets } from '#src/node/posts/export/without-secrets.ts';

/** Problems of a draft as they may be printed: a problem may quote what stands in the draft. */
export function printableProblems(
  problems: readonly FileProblem[],
  surroundings: Surroundings,
): Promise<FileProblem[]> {
  return Promise.all(
    problems.map(async ({ path, problem }) => {
      const message = await withoutSecrets(problem.message, surroundings);
      const advice = await withoutSecrets(problem.advice, surroundings);
      return { path, problem: { ...problem, message, advice } };
    }),
  );
}
