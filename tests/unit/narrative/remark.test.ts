import { expect, it } from 'vitest';
import type { ToldSession } from '../../../src/narrative/narratives.ts';
import { narrativesRemark } from '../../../src/narrative/remark.ts';
import { aSession } from '../analytics/a-session.ts';

it.each([
  [0, 0, ''],
  [1, 0, 'One narrative is ready to draft.'],
  [3, 1, 'Three narratives are ready to draft. One more waits.'],
  [2, 2, 'Two narratives are ready to draft. Two more wait.'],
  [0, 1, 'One narrative waits.'],
  [0, 2, 'Two narratives wait.'],
])('narrativesRemark of %d ready and %d waiting', (ready, waiting, remark) => {
  expect(narrativesRemark([...told(ready, 'ready'), ...told(waiting, 'waiting')])).toBe(remark);
});

function told(count: number, state: 'ready' | 'waiting'): ToldSession[] {
  return Array.from({ length: count }, () => ({
    session: aSession(),
    title: 'Title',
    text: 'Text.',
    words: 1,
    beats: [],
    readiness: { state, missing: [] },
  }));
}
