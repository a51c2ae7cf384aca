import { describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import type { Tag } from '#src/format/tags.ts';
import { DRAFT_STATES, type DraftNote, type DraftState, type DraftTask } from '#src/posts/draft-state.ts';
import {
  hasStory,
  narrativeMarkdown,
  narrativeQueue,
  narrativesOf,
  type SessionNarrative,
  seriesOf,
  sessionReference,
} from '#src/posts/narratives.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { logOf } from './events-of.ts';

const STORY: Tag[] = ['DECISION', 'ERROR', 'PIVOT', 'INSIGHT'];
const LONG = 'word '.repeat(150);

function narrated(date: string, title: string, text = LONG): Session {
  return aSession({
    date,
    retro: true,
    body: `${logOf(...STORY)}\n## Summary\n\nThe lead.\n\n### ${title}\n\n${text}\n`,
  });
}

const ARCHIVE = [
  narrated('2026-09-14', 'Too short', 'A few words.'),
  aSession({ date: '2026-08-20', body: logOf('MEMORY-MISS', 'PIVOT', 'USER-CORRECTION') }),
  narrated('2026-08-01', 'Newest of the ready'),
  narrated('2025-12-31', 'Oldest'),
];

describe('narrativesOf', () => {
  it('puts ready narratives first, newest first within a state', () => {
    const { queue } = narrativesOf(ARCHIVE);
    expect(queue.map(({ title, missing }) => `${missing.join()}: ${title}`)).toEqual([
      ': Newest of the ready',
      ': Oldest',
      'Only 3 words: Too short',
    ]);
    expect(queue[0]).toMatchObject({ words: 150, text: LONG.trim() });
  });

  it('finds the neighbours of a narrative, skipping sessions without one', () => {
    const [newest, , middle, oldest] = ARCHIVE;
    const at = narrativesOf(ARCHIVE).at('inkwell', '2026-08-01-ink-1-x');
    expect(at?.narrative.title).toBe('Newest of the ready');
    expect(at?.later).toBe(newest);
    expect(at?.earlier).toBe(oldest);
    expect(narrativesOf(ARCHIVE).at('inkwell', '2025-12-31-ink-1-x')).toMatchObject({ earlier: null, later: middle });
  });

  it('is null for unknown names and for sessions without a narrative', () => {
    expect(narrativesOf(ARCHIVE).at('inkwell', '2026-08-20-ink-1-x')).toBeNull();
    expect(narrativesOf(ARCHIVE).at('lantern', '2026-08-01-ink-1-x')).toBeNull();
    expect(narrativesOf([])).toMatchObject({ queue: [], worthRetro: [] });
  });

  it('gives a narrative without a title that of its session', () => {
    const untitled = aSession({
      branch: 'ink/7-slow-feed',
      retro: true,
      body: '## Summary\n\nLead.\n\n###\n\nText.\n',
    });
    expect(narrativesOf([untitled]).queue[0]?.title).toBe('Slow feed');
  });
});

it('joins title, lead and story, and omits empty parts', () => {
  expect(narrativeMarkdown('Twelve lines', 'The lead.\n', 'One.\n\nTwo.')).toBe(
    '# Twelve lines\n\nThe lead.\n\nOne.\n\nTwo.\n',
  );
  expect(narrativeMarkdown('Twelve lines', '', '')).toBe('# Twelve lines\n');
});

function narrative(id: string, state: 'ready' | 'waiting' = 'ready'): SessionNarrative {
  return { session: aSession({ id }), title: id, text: '', words: 1, missing: state === 'ready' ? [] : ['No summary'] };
}

function note(slug: string, progress: DraftState | DraftTask, ...sessions: string[]): DraftNote {
  const next = progress in DRAFT_STATES ? null : (progress as DraftTask);
  const state = next === null ? (progress as DraftState) : next === 'update' ? 'exported' : 'draft';
  return { slug, state, next, sessions, open: 0, exported: null, url: null };
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

  it('puts drafts with problems first, and keeps the order within a state', () => {
    const notes = [note('a', 'fix', 'one'), note('b', 'redact', 'two')];
    const queue = narrativeQueue(
      ['two', 'four', 'three', 'one'].map((id) => narrative(id)),
      notes,
    );
    expect(queue.map(({ title }) => title)).toEqual(['one', 'four', 'three', 'two']);
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

describe('seriesOf', () => {
  const told = (id: string, part: string) =>
    aSession({
      id,
      keys: ['series: Clocks', `part: ${part}`],
      body: '## Summary\n\nA.\n\n### Told\n\nB.\n',
      retro: true,
    });

  it('puts drafts and narratives of one name in order, and leaves out a narrative with a draft', () => {
    const sessions = [told('one', '3'), told('two', '1'), told('three', 'x')];
    const drafts = [
      { title: 'Drafted', note: note('a', 'export', 'two'), series: 'Clocks ', part: 2 },
      { title: 'Alone', note: note('b', 'published'), series: 'Birds', part: null },
      { title: 'No part of any', note: note('c', 'export'), series: '', part: 1 },
    ];
    const shown = seriesOf(sessions, drafts).map(({ name, parts }) => [
      name,
      parts.map(({ title, draft, session }) => [title, draft, session?.id]),
    ]);
    expect(shown).toEqual([
      ['Birds', [['Alone', 'b', undefined]]],
      [
        'Clocks',
        [
          ['Drafted', 'a', 'two'],
          ['Told', null, 'one'],
          ['Told', null, 'three'],
        ],
      ],
    ]);
  });
});

it('hasStory needs more than what the machine wrote', () => {
  const chronicleOf = (body: string) => aSession({ body }).chronicle;
  expect(hasStory(chronicleOf('## Summary\n\nAuto-generated: 2 prompts\n'))).toBe(false);
  expect(hasStory(chronicleOf('## Summary\n\nWords.\n'))).toBe(true);
  expect(hasStory(chronicleOf(logOf('ERROR')))).toBe(true);
});

it('sessionReference needs no quotes in a shell', () => {
  expect(sessionReference(aSession({ name: 'a' }))).toBe('inkwell/a');
  expect(sessionReference(aSession({ name: 'x y', id: 'odd-1' }))).toBe('odd-1');
});

it('sessions worth a retrospective have turns and mistakes, and no narrative', () => {
  const worth = (...tags: Tag[]) => aSession({ body: logOf(...tags) });
  const [best, good, little] = [
    worth('PIVOT', 'ERROR', 'USER-CORRECTION'),
    worth('ERROR', 'ERROR', 'ERROR'),
    worth('ERROR', 'PIVOT'),
  ];
  expect(narrativesOf([little, good, best]).worthRetro).toEqual([best, good]);
});
