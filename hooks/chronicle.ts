/**
 * The hooks at the start and end of a session. The bundles are committed, since a plugin has no `node_modules`.
 *
 *     node hooks/dist/chronicle.cjs session-start < payload.json
 */
import type { HookWord } from '#src/install/hook-events.ts';
import type { Outcome } from '#src/node/outcome.ts';
import { realWorld } from '#src/node/world.ts';
import { sessionEnd, sessionStart } from './host.ts';
import { run } from './run.ts';

/** The gate has its own bundle. Older settings that name this bundle still reach it. */
const GATE = 'pre-tool-use' satisfies HookWord;

if (process.argv[2] === GATE) require('./gate-hook.cjs');
else
  run(
    'hook',
    {
      'session-start': () => sessionStart(realWorld()),
      'session-end': () => sessionEnd(realWorld()),
    } satisfies Record<Exclude<HookWord, typeof GATE>, () => Promise<Outcome>>,
    [GATE],
  );
