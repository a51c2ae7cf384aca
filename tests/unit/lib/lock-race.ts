/** One of the threads of lock-race.test.ts. In each round all of them find the lock of a dead process at the same moment. */
import { parentPort, workerData } from 'node:worker_threads';
import { exclusively, lockPath, pause, withLock } from '#src/lib/lock.ts';
import { DEAD, plantLock } from '#tests/support/planted-lock.ts';

/** Takes the lock for `work`, or throws. */
const TAKE = {
  exclusively: (directory: string, work: () => void) =>
    exclusively(`${directory}/work.lock`, 'Work', async () => work()),
  withLock: async (directory: string, work: () => void) => withLock(directory, 'work', 5000, work),
};

export interface LockRace {
  kind: keyof typeof TAKE;
  directory: string;
  /** Shared by the threads: arrivals at barriers, how many work now, and how many barriers are open. */
  counts: Int32Array;
  threads: number;
  rounds: number;
}

/** What a thread did. */
export interface Raced {
  worked: number;
  /** How often another worked at the same time. */
  together: number;
}

const { kind, directory, counts, threads, rounds }: LockRace = workerData;
const lock = kind === 'withLock' ? lockPath(directory, 'work') : `${directory}/work.lock`;
const done: Raced = { worked: 0, together: 0 };

function work(): void {
  done.worked++;
  if (Atomics.add(counts, 1, 1) > 0) done.together++;
  pause(2);
  Atomics.sub(counts, 1, 1);
}

let barriers = 0;
/** Waits until all threads are here. The last one to arrive does `first`. */
function meet(first = () => {}): void {
  const all = ++barriers * threads;
  if (Atomics.add(counts, 0, 1) === all - 1) {
    first();
    Atomics.store(counts, 2, barriers);
    Atomics.notify(counts, 2);
  } else Atomics.wait(counts, 2, barriers - 1);
}

for (let round = 0; round < rounds; round++) {
  meet(() => plantLock(lock, DEAD));
  await TAKE[kind](directory, work).catch(() => {});
  meet();
}
parentPort?.postMessage(done);
