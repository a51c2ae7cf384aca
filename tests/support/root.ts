import { join } from 'node:path';

/** The directory of this checkout. */
export const ROOT = join(import.meta.dirname, '../..');

/** The archive of a fictional developer: their Claude Code directory as it would be on disk. */
export const SAMPLE = join(ROOT, 'tests/fixtures/sample');

/** The command line program, run from its sources. */
export const MAIN = join(ROOT, 'src/cli/main.ts');
