import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SearchRecord } from '#src/search/record.ts';
import { ownProgram } from '../own-program.ts';
import { type BundleFiles, buildBundle } from './search-bundle.ts';

/** Builds bundles from records, which come session by session. */
export interface BundleBuilder {
  build(records: Iterable<readonly SearchRecord[]>): BundleFiles | Promise<BundleFiles>;
  close(): void;
}

/** Builds bundles here, which takes up to two seconds each. */
export const builderHere: BundleBuilder = {
  build: (records) => buildBundle([...records].flat()),
  close: () => {},
};

/** How long records are read before other work has its turn (ms). */
const TURN = 10;

/**
 * Builds bundles in a thread of its own, so that a server answers other requests meanwhile. The thread gets the records bit by
 * bit, returns the memory of the files, and keeps nothing. It ends with `close`, and with this process however that ends:
 * a process of its own would take longer to start, and have to notice that its parent was killed.
 */
export function builderApart(): BundleBuilder {
  let thread: Worker | undefined;
  return {
    async build(records) {
      thread ??= new Worker(ownProgram({ source: 'src/node/search/bundle-thread.ts', bundle: 'bundle-thread' }));
      const files = answerOf(thread);
      // Until somebody waits for it below.
      files.catch(() => {});
      let turn = performance.now();
      for (const some of records) {
        thread.postMessage(some);
        if (performance.now() - turn < TURN) continue;
        await setImmediate();
        turn = performance.now();
      }
      thread.postMessage(null);
      return files;
    },
    close: () => void thread?.terminate(),
  };
}

/** The next bundle of a thread. Throws what the thread threw, or an Error if it ended. */
function answerOf(thread: Worker): Promise<BundleFiles> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The thread that builds the search index ended early'));
    const settled = () => void thread.off('message', answered).off('error', failed).off('exit', ended);
    const answered = (files: BundleFiles) => {
      settled();
      resolve(files);
    };
    const failed = (error: unknown) => {
      settled();
      reject(error);
    };
    thread.on('message', answered).on('error', failed).on('exit', ended);
    // A process that is otherwise done does not wait for it.
    thread.unref();
  });
}
