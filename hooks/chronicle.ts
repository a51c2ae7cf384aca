/**
 * The hooks in one file: the host runs it at each start and end of a session, and before tools that
 * ours has a word on. The bundle of this file is committed, since a plugin has no `node_modules`.
 *
 *     node hooks/dist/chronicle.cjs session-start < payload.json
 */
import type { HookWord } from '#src/install/hook-events.ts';
import type { Outcome } from '#src/node/outcome.ts';
import { realWorld } from '#src/node/world.ts';
import { preToolUse, sessionEnd, sessionStart } from './host.ts';
import { run } from './run.ts';

run('hook', {
  'session-start': () => sessionStart(realWorld()),
  'session-end': () => sessionEnd(realWorld()),
  'pre-tool-use': () => preToolUse(realWorld()),
} satisfies Record<HookWord, () => Promise<Outcome>>);
