/** The hook at the end of a session. */
import { realWorld } from '#src/node/world.ts';
import { sessionEnd } from './host.ts';
import { run } from './run.ts';

run('hook', { 'session-end': () => sessionEnd(realWorld()) });
