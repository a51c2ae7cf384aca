import { describe, expect, it } from 'vitest';
import type { DraftNote } from '#src/posts/narrative/draft-note.ts';
import type { NarrativeState } from '#src/posts/narrative/narrative-queue.ts';
import { narrativeQueue, narrativesRemark } from '#src/posts/narrative/narrative-queue.ts';
import type { SessionNarrative } from '#src/posts/narrative/narratives.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

function told(id: string, state: 'ready' | 'waiting' = 'ready'): SessionNarrative {
  return { session: aSession({ id }), title: id, text: '', words: 1, beats: [], readiness: { state, missing: [] } };
}

function note(slug: string, state: DraftNote['state'], ...sources: string[]): DraftNote {
  return { slug, state, sources, open: 0, exported: null, changes: null, url: null };
}

describe('narrativeQueue', () => {
  it('goes from what can be exported to what waits, whatever the order was', () => {
    const notes = [
      note('a', 'published', 'one'),
      note('b', 'changed', 'two'),
      note('c', 'to-redact', 'three'),
      note('d', 'exported', 'four'),
    ];
    const ids = ['one', 'two', 'three', 'four'];
    const queue = narrativeQueue([...ids.map((id) => told(id)), told('five', 'waiting'), told('six')], notes);
    expect(queue.map(({ title, state, draft }) => [title, state, draft?.slug ?? null])).toEqual([
      ['six', 'ready', null],
      ['three', 'to-redact', 'c'],
      ['two', 'changed', 'b'],
      ['four', 'exported', 'd'],
      ['one', 'published', 'a'],
      ['five', 'waiting', null],
    ]);
  });

  it('has what must be mended before all else', () => {
    const notes = [note('a', 'broken', 'one'), note('b', 'to-redact', 'two')];
    const queue = narrativeQueue([told('two'), told('three'), told('one')], notes);
    expect(queue.map(({ state }) => state)).toEqual(['broken', 'ready', 'to-redact']);
  });

  it('keeps the order within a state', () => {
    expect(narrativeQueue([told('b'), told('a')], []).map(({ title }) => title)).toEqual(['b', 'a']);
  });

  it('goes by the draft that is of this session alone, before one of several', () => {
    const notes = [note('both', 'exported', 'one', 'two'), note('alone', 'to-redact', 'one')];
    const [one, two] = narrativeQueue([told('one'), told('two')], notes);
    expect([one?.draft?.slug, two?.draft?.slug]).toEqual(['alone', 'both']);
  });

  it('does not wait for what somebody drafted already', () => {
    expect(narrativeQueue([told('one', 'waiting')], [note('a', 'ready', 'one')])[0]?.state).toBe('ready');
  });
});

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
