import { NO_REPEATS } from '#src/memory/repeats.ts';
import type { FactsReader } from '#src/archive/facts-files.ts';

/** The facts of an archive without any. */
export const NO_FACTS: FactsReader = {
  factsOf: () => null,
  factsTextOf: () => null,
  listsOf: () => ({ files: [], commits: [], repeats: NO_REPEATS }),
  checkFacts: () => [],
};
