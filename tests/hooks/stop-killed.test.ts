/* A hook at the end of a turn that is killed at any moment: the agent is asked at most once, and never about nothing. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { observed, prompt, tokens } from './observed-session.ts';

it('asks at most once, wherever it was killed before, and leaves nothing behind', { tags: 'sample' }, async () => {
  const box = await observed({ observationThreshold: 100 });
  box.say([prompt(tokens(100))]);
  const state = join(box.state, 'index/observer');
  let kills = 0;
  for (let n = 0; ; n += IS_WHOLE ? 1 : 3) {
    rmSync(state, { recursive: true, force: true });
    const { signal, code, stdout } = await box.stop({}, undefined, { env: box.killing(n) });
    if (signal === null) {
      expect([code, stdout === '']).toEqual([0, false]);
      break;
    }
    kills++;
    const again = [await box.isAsked(), await box.isAsked()];
    expect([n, again.filter(Boolean).length <= 1, again[1]]).toEqual([n, true, false]);
    expect(box.counts()).toMatchObject({ characters: 0 });
    // Whatever comes next clears up.
    box.say([prompt('more')]);
    expect(await box.isAsked()).toBe(false);
    expect(box.leftovers()).toEqual([]);
  }
  expect(kills).toBeGreaterThan(1);
});
