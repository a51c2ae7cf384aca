/* The hooks' bundles next to a harvester that only tells how it was started. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { BUNDLE } from './bundle-process.ts';
import type { Surroundings } from './sandbox.ts';

export interface Witness {
  argv: string[];
  env: Record<string, string>;
  cwd: string;
  /** Whether it leads a session of its own, so that no terminal and no group of processes takes it along. */
  isDetached: boolean;
  /** Where its standard streams lead. */
  streams: string[];
}

export interface StandIn {
  /** How to run a hook that starts the stand-in. */
  surroundings: Surroundings;
  /** Waits for its nth start and returns what it told. */
  started(nth?: number): Promise<Witness>;
  /** How often it was started, after a pause in which another one would have come. */
  starts(): Promise<number>;
}

/** Copies the bundles. The stand-in tells nothing before `delay` ms have passed, so that the hook has long ended. */
export function standInHarvester(delay = 300): StandIn {
  const dist = join(temporaryDirectory('dist'), 'dist');
  cpSync(dirname(BUNDLE), dist, { recursive: true });
  const log = join(dist, 'starts.jsonl');
  writeFileSync(
    join(dist, 'harvest.mjs'),
    `import { appendFileSync, readFileSync, readlinkSync } from 'node:fs';
setTimeout(() => {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  appendFileSync(${JSON.stringify(log)}, JSON.stringify({
    argv: process.argv,
    env: process.env,
    cwd: process.cwd(),
    isDetached: Number(session) === process.pid,
    streams: [0, 1, 2].map((n) => readlinkSync('/proc/self/fd/' + n)),
  }) + '\\n');
}, ${delay});
`,
  );
  const told = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []);
  return {
    surroundings: { dist, env: { CHRONICLE_NO_HARVEST: undefined } },
    async started(nth = 1) {
      const deadline = Date.now() + 20_000;
      while (told().length < nth) {
        if (Date.now() > deadline) throw new Error(`The harvester was started ${told().length} times, not ${nth}.`);
        await sleep(20);
      }
      return JSON.parse(told()[nth - 1] ?? '');
    },
    async starts() {
      await sleep(delay + 700);
      return told().length;
    },
  };
}
