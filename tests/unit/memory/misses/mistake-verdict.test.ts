import { describe, expect, it } from 'vitest';
import { type Mistake, mistakeVerdict, unfoldedMistakes } from '#src/memory/mistakes.ts';
import { aGroup } from './a-group.ts';

const memory: Mistake['memory'] = {
  project: aGroup().project,
  file: 'feedback_push.md',
  born: null,
  changes: [],
};

describe('mistakeVerdict', () => {
  it('says that a memory is named but missing, and what that leaves open', () => {
    const group = { ...aGroup({ state: 'memory missing' }), memory };
    expect(mistakeVerdict(group, null)).toEqual({
      says: 'Its memory is missing.',
      because:
        'The events name feedback_push.md, but there is no such file, and the history does not know it. So nobody can say which misses happened despite it.',
    });
    const deleted = { ...group, flags: [{ at: '2026-07-01T10:00:00Z', action: 'new' as const }] };
    expect(mistakeVerdict(deleted, null).because).toBe(
      'feedback_push.md was deleted, so no later session can read it.',
    );
  });

  it('says that a broken memory may help all the same', () => {
    const effect = { because: 'Missed once.', rates: { before: null, since: null }, chance: null, ratio: null };
    const says = (verdict: 'helped' | 'did not help') =>
      mistakeVerdict(
        { ...aGroup({ state: 'broken' }), stateDetail: 'came back twice' },
        { effect: { ...effect, verdict } },
      ).says;
    expect(says('helped')).toBe('The memory is broken, though it helps: its mistake came back twice.');
    expect(says('did not help')).toBe('The memory is broken: its mistake came back twice.');
  });

  it('asks for a memory once a mistake was repeated', () => {
    expect(mistakeVerdict(aGroup(), null)).toEqual({ says: 'No memory covers this mistake yet.', because: '' });
    expect(mistakeVerdict(aGroup({ misses: ['2026-09-14', '2026-09-15'] }), null).because).toBe(
      'It was made more than once, so it needs one.',
    );
  });
});

it('opens the first mistakes of each state, and lists the others once', () => {
  const many = (count: number, state: 'broken' | 'no memory') =>
    Array.from({ length: count }, (_, i) => aGroup({ state, name: `${state} ${i}` }));
  const broken = many(3, 'broken');
  const { front, rest } = unfoldedMistakes([...broken, ...many(30, 'no memory')]);
  expect([front.length, rest.length]).toEqual([11, 22]);
  expect(unfoldedMistakes(broken)).toEqual({ front: broken, rest: [] });
});
