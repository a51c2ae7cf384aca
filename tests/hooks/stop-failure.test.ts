/* What goes wrong at the end of a turn never makes the agent go on, and never reads a whole transcript. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  begin,
  call,
  ID,
  isAsked,
  OTHER,
  observed,
  prompt,
  result,
  say,
  stateOf,
  stop,
  tokens,
  transcriptOf,
} from './observed-session.ts';
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

  it('of reading the state makes it count anew', async () => {
    const box = await observed({ observationThreshold: 100 });
    say(box, [prompt(tokens(99))]);
    expect(await isAsked(box)).toBe(false);
    writeFileSync(join(box.state, 'index/observer', ID), '{"counted":');
    expect(await isAsked(box)).toBe(false);
    expect(stateOf(box)).toMatchObject({ characters: 396, prompts: 1 });
  });
});

describe('a long transcript', () => {
  it('is read in pieces of 4 MiB, one a turn', async () => {
    const box = await observed();
    const huge = 'x'.repeat(3_000_000);
    for (let n = 0; n < 17; n++) say(box, [call(`c${n}`, 'Read', {}), result(`c${n}`, false, huge)]);
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

  it('of a fork counts from its own start on', async () => {
    const box = await observed();
    rmSync(transcriptOf(box), { force: true });
    const old = (n: number) => prompt(tokens(5000), { timestamp: new Date(Date.now() - 3_600_000 + n).toISOString() });
    say(
      box,
      Array.from({ length: 300 }, (_, n) => old(n)),
      OTHER,
    );
    await begin(box, OTHER, { source: 'fork' });
    say(box, [prompt('go on', { timestamp: new Date(Date.now() + 1000).toISOString() })], OTHER);
    expect(await isAsked(box, {}, OTHER)).toBe(false);
    expect(stateOf(box, OTHER)).toMatchObject({ characters: 5, prompts: 1 });
  });
});
