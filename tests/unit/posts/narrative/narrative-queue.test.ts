import { describe, expect, it } from 'vitest';
import { DRAFT_STATES, type DraftState, type DraftTask } from '#src/posts/drafts/draft.ts';
import type { DraftNote } from '#src/posts/narrative/draft-note.ts';
import type { NarrativeState } from '#src/posts/narrative/narrative-queue.ts';
import { narrativeQueue, narrativesRemark } from '#src/posts/narrative/narrative-queue.ts';
import type { SessionNarrative } from '#src/posts/narrative/narratives.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

function narrative(id: string, state: 'ready' | 'waiting' = 'ready'): SessionNarrative {
  return { session: aSession({ id }), title: id, text: '', words: 1, beats: [], readiness: { state, missing: [] } };
}

function note(slug: string, progress: DraftState | DraftTask, ...sources: string[]): DraftNote {
  const next = progress in DRAFT_STATES ? null : (progress as DraftTask);
  const state = next === null ? (progress as DraftState) : next === 'update' ? 'exported' : 'draft';
  return { slug, state, next, sources, open: 0, exported: null, changes: null, url: null };
}

describe('narrativeQueue', () => {
  it('orders narratives by what to do next', () => {
    const notes = [
      note('a', 'published', 'one'),
      note('b', 'update', 'two'),
      note('c', 'redact', 'three'),
      note('d', 'exported', 'four'),
    ];
    const ids = ['one', 'two', 'three', 'four'];
    const queue = narrativeQueue(
      [...ids.map((id) => narrative(id)), narrative('five', 'waiting'), narrative('six')],
      notes,
    );
    expect(queue.map(({ title, state, draft }) => [title, state, draft?.slug ?? null])).toEqual([
      ['six', 'ready', null],
      ['three', 'draft', 'c'],
      ['two', 'exported', 'b'],
      ['four', 'exported', 'd'],
      ['one', 'published', 'a'],
      ['five', 'waiting', null],
    ]);
  });

  it('puts drafts with problems first', () => {
    const notes = [note('a', 'fix', 'one'), note('b', 'redact', 'two')];
    const queue = narrativeQueue([narrative('two'), narrative('three'), narrative('one')], notes);
    expect(queue.map(({ title }) => title)).toEqual(['one', 'three', 'two']);
  });

  it('keeps the order within a state', () => {
    expect(narrativeQueue([narrative('b'), narrative('a')], []).map(({ title }) => title)).toEqual(['b', 'a']);
  });

  it('prefers a draft of this session alone to one of several', () => {
    const notes = [note('both', 'exported', 'one', 'two'), note('alone', 'redact', 'one')];
    const [one, two] = narrativeQueue([narrative('one'), narrative('two')], notes);
    expect([one?.draft?.slug, two?.draft?.slug]).toEqual(['alone', 'both']);
  });

  it('shows the state of the draft, not of the narrative', () => {
    expect(narrativeQueue([narrative('one', 'waiting')], [note('a', 'export', 'one')])[0]?.state).toBe('draft');
  });
});

it.each([
  [0, 0, ''],
  [1, 0, 'One narrative is ready to draft.'],
  [3, 1, 'Three narratives are ready to draft. One more is not ready yet.'],
  [2, 2, 'Two narratives are ready to draft. Two more are not ready yet.'],
  [0, 1, 'One narrative is not ready yet.'],
  [0, 2, 'Two narratives are not ready yet.'],
])('narrativesRemark of %d ready and %d waiting', (ready, waiting, remark) => {
  expect(narrativesRemark([...several(ready, 'ready'), ...several(waiting, 'waiting')])).toBe(remark);
});

it.each([
  [0, 3, 0, 0, 'Three narratives in draft.'],
  [0, 1, 2, 1, 'One narrative in draft, two exported, one published.'],
  [1, 0, 1, 0, 'One narrative is ready to draft. One exported.'],
])(
  'narrativesRemark of %d ready, %d in draft, %d exported and %d published',
  (ready, draft, exported, published, remark) => {
    const queue = [
      ...several(ready, 'ready'),
      ...several(draft, 'draft'),
      ...several(exported, 'exported'),
      ...several(published, 'published'),
    ];
    expect(narrativesRemark(queue)).toBe(remark);
  },
);

function several(count: number, state: NarrativeState): { state: NarrativeState }[] {
  return Array.from({ length: count }, () => ({ state }));
}
