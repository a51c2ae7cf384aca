import { fileURLToPath } from 'node:url';

/** The command line as agents run it: the committed bundle, which tests/hooks/bundle.test.ts holds to its sources. */
export const CLI = fileURLToPath(new URL('../../hooks/dist/cli.mjs', import.meta.url));
