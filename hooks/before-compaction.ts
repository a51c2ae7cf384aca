/** The hook before a compaction. */
import { realWorld } from '#src/node/world.ts';
import { beforeCompaction } from './compaction.ts';
import { run } from './run.ts';

run('hook', { 'before-compaction': () => beforeCompaction(realWorld()) });
