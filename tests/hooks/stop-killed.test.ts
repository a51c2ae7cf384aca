/* A hook at the end of a turn that is killed at any moment: the agent is asked at most once, and never about nothing. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { isAsked, observed, prompt, say, stateOf, stop, tokens } from './observed-session.ts';

const KILL_AT = fileURLToPath(new URL('kill-at.cjs', import.meta.url));

it('asks at most once, wherever it was killed before, and leaves nothing behind', { tags: 'sample' }, async () => {
  const box = await observed({ observationThreshold: 100 });
  say(box, [prompt(tokens(100))]);
  const NODE_OPTIONS = `--require "${KILL_AT}"`;
  const state = join(box.state, 'index/observer');
  let kills = 0;
  for (let n = 0; ; n += IS_WHOLE ? 1 : 3) {
    rmSync(state, { recursive: true, force: true });
    const env = { NODE_OPTIONS, KILL_AT: String(n), KILL_HALF: '1', KILL_COUNT: join(box.root, 'count') };
    const { signal, code, stdout } = await stop(box, {}, undefined, { env });
    if (signal === null) {
      expect([code, stdout === '']).toEqual([0, false]);
      break;
    }
    kills++;
    const again = [await isAsked(box), await isAsked(box)];
    expect([n, again.filter(Boolean).length <= 1, again[1]]).toEqual([n, true, false]);
    expect(stateOf(box)).toMatchObject({ characters: 0 });
    // Whatever comes next clears up.
    say(box, [prompt('more')]);
    expect(await isAsked(box)).toBe(false);
    expect(box.leftovers()).toEqual([]);
  }
  expect(kills).toBeGreaterThan(1);
});
