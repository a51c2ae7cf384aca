/** The hook before tool calls. It runs most often, so it has a bundle of its own. */
import { realWorld } from '#src/node/world.ts';
import { preToolUse } from './host.ts';
import { run } from './run.ts';

run('hook', { 'pre-tool-use': () => preToolUse(realWorld()) });
