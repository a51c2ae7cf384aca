import type { Outcome } from '#src/node/outcome.ts';
import * as compaction from '#src/node/record/compaction.ts';
import type { World } from '#src/node/world.ts';
import { recorded } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 5000;

/** Tells the summariser what must survive. Always exits 0: Claude Code takes exit code 2 as a refusal to compact. */
export async function beforeCompaction(world: World): Promise<Outcome> {
  const { stdout = '' } = await recorded(world, 'before-compaction', PATIENCE, (payload, warn) => ({
    stdout: compaction.beforeCompaction(world, payload, warn) ?? '',
  }));
  return { stdout };
}

/** Keeps the summary that the compaction left. */
export function afterCompaction(world: World): Promise<Outcome> {
  return recorded(world, 'after-compaction', PATIENCE, (payload) => {
    compaction.afterCompaction(world, payload);
    return {};
  });
}
