/* What goes wrong at the end of a turn never makes the agent go on, and never reads a whole transcript. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ID, isAsked, observed, prompt, say, stateOf, stop, tokens } from './observed-session.ts';
import { filesBelow } from './sandbox.ts';

describe('a failure', () => {
  it.each(['', '[]', 'null', '{', '"x"', '{"session_id":7}'])(
    'of reading %s never asks, and writes nothing',
    async (input) => {
      const box = await observed();
      const { code, stdout, stderr } = await box.run(['stop'], input, { cwd: box.root });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^session-chronicle: [^\n]+\n$/);
      expect(filesBelow(box.root).filter((path) => !path.startsWith(box.config))).toEqual([]);
      expect(box.failures()).toMatchObject([{ event: 'stop' }]);
    },
  );

  it('of writing the state does not keep the agent from stopping', async () => {
    const box = await observed({ observationThreshold: 10 });
    mkdirSync(join(box.state, 'index'), { recursive: true });
    writeFileSync(join(box.state, 'index/observer'), 'no directory');
    say(box, [prompt(tokens(20))]);
    const { code, stderr } = await stop(box);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^session-chronicle: [^\n]+\n$/);
    expect(box.failures()).toMatchObject([{ event: 'stop', session_id: ID }]);
  });
});

describe('a long transcript', () => {
  it('is read in pieces of 4 MiB, one a turn', async () => {
    const box = await observed();
    const huge = 'x'.repeat(3_000_000);
    for (let n = 0; n < 17; n++)
      say(box, [{ type: 'attachment', attachment: { type: 'hook_success', content: huge } }]);
    const counts: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      expect(await isAsked(box)).toBe(false);
      counts.push(stateOf(box).counted);
    }
    const piece = 4 * 1024 * 1024;
    const [first = 0, second = 0, third = 0] = counts as number[];
    for (const [before, after] of [
      [0, first],
      [first, second],
      [second, third],
    ] as const) {
      expect(after).toBeGreaterThan(before);
      expect(after - before).toBeLessThanOrEqual(piece);
    }
  });
});
