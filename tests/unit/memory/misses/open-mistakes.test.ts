import { describe, expect, it } from 'vitest';
import { openMistakes } from '#src/memory/misses/open-mistakes.ts';
import { aGroup } from './a-group.ts';

describe('openMistakes', () => {
  it('are those that recur or came back, the newest miss first', () => {
    const groups = [
      aGroup({ name: 'a', state: 'came-back', misses: ['2026-09-01'] }),
      aGroup({ name: 'b', state: 'recurring', misses: ['2026-08-01', '2026-10-01'] }),
      aGroup({ name: 'c', state: 'new' }),
      aGroup({ name: 'd', state: 'watching' }),
      aGroup({ name: 'e', state: 'held' }),
    ];
    expect(openMistakes(groups).map(({ name }) => name)).toEqual(['b', 'a']);
  });
});
