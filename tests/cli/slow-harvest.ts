/** Reads a session that takes a minute, gives up after a moment, and ends: `node slow-harvest.ts <config>`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drainHarvests } from '#src/import/drain-harvests.ts';
import { queueHarvest } from '#src/record/harvest-queue.ts';
import { exitWith } from '#src/lib/streams.ts';
import { realEnv } from '#src/lib/env.ts';
import { pathsOf } from '#src/lib/paths.ts';

const paths = pathsOf(process.argv[2] ?? '');
queueHarvest(paths, 'one', {}, new Date());
await drainHarvests(realEnv(), paths, {
  limits: { settle: 0, hook: 0, perSession: 50, inAll: 1000, attempts: 3 },
  harvest: () => sleep(60_000).then(() => Promise.reject(new Error('It went on.'))),
});
process.stdout.write('done\n');
exitWith(1);
