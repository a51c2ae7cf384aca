import { expect, it } from 'vitest';
import type { NarrativeState } from '#src/posts/narrative/narrative-queue.ts';
import { narrativesRemark } from '#src/posts/narrative/narrative-queue.ts';

it.each([
  [0, 0, ''],
  [1, 0, 'One narrative is ready to draft.'],
  [3, 1, 'Three narratives are ready to draft. One more waits.'],
  [2, 2, 'Two narratives are ready to draft. Two more wait.'],
  [0, 1, 'One narrative waits.'],
  [0, 2, 'Two narratives wait.'],
])('narrativesRemark of %d ready and %d waiting', (ready, waiting, remark) => {
  expect(narrativesRemark([...without(ready, 'ready'), ...without(waiting, 'waiting')])).toBe(remark);
});

it('says apart what is a draft and what has left', () => {
  const drafted = (['ready', 'to-redact', 'changed', 'exported', 'published'] as const).map((state) => ({
    state,
    draft: {},
  }));
  expect(narrativesRemark(drafted)).toBe('Three narratives are in the making. Two have left as posts.');
  expect(narrativesRemark([...without(1, 'ready'), ...drafted.slice(1, 2), ...drafted.slice(3, 4)])).toBe(
    'One narrative is ready to draft. One is in the making. One has left as a post.',
  );
});

function without(count: number, state: NarrativeState): { state: NarrativeState; draft: null }[] {
  return Array.from({ length: count }, () => ({ state, draft: null }));
}
