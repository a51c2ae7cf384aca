import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import type { LockRace, Raced } from './lock-race.ts';

const THREADS = 4;
const ROUNDS = 60;

async function race(kind: LockRace['kind']): Promise<Raced> {
  const directory = temporaryDirectory('lock-race');
  const counts = new Int32Array(new SharedArrayBuffer(12));
  const workerData: LockRace = { kind, directory, counts, threads: THREADS, rounds: ROUNDS };
  const done = await Promise.all(
    Array.from({ length: THREADS }, () => {
      const thread = new Worker(new URL('lock-race.ts', import.meta.url), { workerData });
      return new Promise<Raced>((resolve, reject) => thread.once('message', resolve).once('error', reject));
    }),
  );
  expect(existsSync(`${directory}/work.lock`)).toBe(false);
  return {
    worked: done.reduce((sum, { worked }) => sum + worked, 0),
    together: done.reduce((sum, { together }) => sum + together, 0),
  };
}

it('the lock of a dead process lets in one at a time, and somebody each time', async () => {
  const { worked, together } = await race('exclusively');
  expect(together).toBe(0);
  expect(worked).toBeGreaterThanOrEqual(ROUNDS);
});

it('a lock of a dead process that all wait for lets in each once, one at a time', async () => {
  expect(await race('withLock')).toEqual({ worked: ROUNDS * THREADS, together: 0 });
});
