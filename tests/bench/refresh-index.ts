/** Brings the index of the archive below a configuration directory up to date, as a process to measure. */
import { refreshIndex } from '#src/index/open-index.ts';
import { realEnv } from '#src/lib/env.ts';
import { pathsOf } from '#src/lib/paths.ts';

refreshIndex(realEnv(), pathsOf(process.argv[2] ?? ''));
