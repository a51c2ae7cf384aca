/* The agent is asked for observations once after a compaction, and once before one is near. */
import { describe, expect, it } from 'vitest';
import { answer, compacting, isAsked, observed, prompt, say } from './observed-session.ts';

describe('after a compaction', () => {
  it('asks once, however little was said', async () => {
    const box = await observed();
    say(box, [prompt('hello'), answer('hi')]);
    await compacting(box, 'before', { trigger: 'manual' });
    await compacting(box, 'after', { trigger: 'manual' });
    expect(await isAsked(box)).toBe(true);
    expect(await isAsked(box)).toBe(false);
    say(box, [prompt('again')]);
    expect(await isAsked(box)).toBe(false);
  });
});
