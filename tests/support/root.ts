import { join } from 'node:path';

/** The directory of this checkout. */
export const ROOT = join(import.meta.dirname, '../..');

/** The archive of an invented developer: Claude Code's directory, as it would be on a disk. */
export const SAMPLE = join(ROOT, 'tests/fixtures/sample');

/** The command line, run from its sources. */
export const MAIN = join(ROOT, 'src/cli/main.ts');
