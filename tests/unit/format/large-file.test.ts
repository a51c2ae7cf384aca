import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { fileWith } from './generated.ts';
import { SHAPES } from './large-file.ts';

/** Far more than any shape needs (ms). Quadratic code would need hours. */
const PATIENCE = 10_000;

let worker: Worker | undefined;

afterAll(() => worker?.terminate());

describe('a large file', () => {
  it('of 5 MB and 100,000 lines is read and edited', { tags: 'long' }, async () => {
    expect(await exercised('events', 1)).toBe('events');
  });

  it.each(Object.keys(SHAPES))('of %s is read and edited', async (name) => {
    expect(await exercised(name, 0.02)).toBe(name);
  });

  it('may have more problems than a function can take arguments', () => {
    expect(parseChronicle(fileWith('# x\n'.repeat(200_000))).problems).toHaveLength(200_001);
  });
});

/** The shape's name once the worker has finished, or else the worker's fate. */
async function exercised(name: string, scale: number): Promise<unknown> {
  worker ??= new Worker(new URL('large-file.ts', import.meta.url));
  worker.postMessage({ name, scale });
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE) });
    return answer;
  } catch (error) {
    await worker.terminate();
    worker = undefined;
    return error;
  }
}
