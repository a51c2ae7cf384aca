/**
 * The agent's command for what earlier sessions left unobserved.
 *
 *     node hooks/dist/pending.cjs pending show 3f6c2a10
 */
import { pending } from '#src/node/record/pending-commands.ts';
import { realWorld } from '#src/node/world.ts';
import { run } from './run.ts';

run('command', { pending: (args) => pending(realWorld(), args) });
