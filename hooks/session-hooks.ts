/** The hooks at the start and end of a session. */
import type { HookWord } from '#src/install/hook-events.ts';
import type { Outcome } from '#src/node/outcome.ts';
import { realWorld } from '#src/node/world.ts';
import { sessionEnd, sessionStart } from './host.ts';
import { run } from './run.ts';

const OTHERS = ['pre-tool-use'] as const satisfies HookWord[];

run(
  'hook',
  {
    'session-start': () => sessionStart(realWorld()),
    'session-end': () => sessionEnd(realWorld()),
  } satisfies Record<Exclude<HookWord, (typeof OTHERS)[number]>, () => Promise<Outcome>>,
  OTHERS,
);
