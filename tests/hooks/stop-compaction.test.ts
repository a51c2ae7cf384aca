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

  it('does not ask for a compaction that is announced and does not follow', async () => {
    const box = await observed();
    say(box, [prompt('go on')]);
    await compacting(box, 'before');
    expect(await isAsked(box)).toBe(false);
  });

  it.each([
    ['the transcript is missing', { transcript_path: '/nowhere/x.jsonl' }],
    ['there is no path of a transcript', { transcript_path: undefined }],
    ['the path is one of Windows', { transcript_path: 'C:\\Users\\me\\x.jsonl' }],
  ])('still asks at the next turn if %s', async (_, fields) => {
    const box = await observed();
    say(box, [prompt('hello')]);
    await compacting(box, 'after');
    expect(await isAsked(box, fields)).toBe(false);
    expect(await isAsked(box)).toBe(true);
  });
});
