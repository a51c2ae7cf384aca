/** The hook after a compaction. */
import { realWorld } from '#src/node/world.ts';
import { afterCompaction } from './compaction.ts';
import { run } from './run.ts';

run('hook', { 'after-compaction': () => afterCompaction(realWorld()) });
