import { ChronicleError } from '#src/project/chronicle-error.ts';

/** Misuse of the command: what it lacks, and what a whole one looks like. */
export function wanting(what: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_USAGE',
    `${what}: chronicle export last --to astro --out ../blog. Nothing was written.`,
  );
}
