/** The hook before tools that we have a word on. It runs most often, so its bundle holds nothing else. */
import { realWorld } from '#src/node/world.ts';
import { preToolUse } from './host.ts';
import { run } from './run.ts';

run('hook', { 'pre-tool-use': () => preToolUse(realWorld()) });
