import { describe, expect, it } from 'vitest';
import { sessionConversation, type ConversationItem } from '#src/archive/session-conversation.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { aCommit, aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { aSession, noted } from './a-session.ts';

const DAY = '2026-03-24';

describe('sessionConversation', () => {
  it('puts events, commits and plans under the prompt they belong to', () => {
    const facts = someFacts({
      prompts: [aPrompt({ at: `${DAY}T14:00:00Z`, text: 'one' }), aPrompt({ at: `${DAY}T14:20:00Z`, text: 'two' })],
      commits: [aCommit({ at: `${DAY}T14:10:00Z`, prompt: 0 })],
      plans: [{ heading: 'Plan', text: '', at: `${DAY}T14:25:00Z`, prompt: 1 }],
    });
    expect(
      turnsOf('- 13:50 [MEMORY-HIT] a.md\n- 14:05 [ERROR] a\n- 14:15 [PIVOT] b\n- 14:30 [INSIGHT] c\n', facts),
    ).toEqual([
      ['', 'a.md'],
      ['one', 'a', 'commit a1b2c3d', 'b'],
      ['two', 'plan Plan', 'c'],
    ]);
  });

  it('shortens long prompts, and says by how much', () => {
    const { turns } = sessionConversation(aSession(), someFacts({ prompts: [aPrompt({ text: 'x'.repeat(9000) })] }));
    expect(turns.map(({ prompt }) => [prompt?.text.length, prompt?.left])).toEqual([[8000, 1000]]);
  });

  it('keeps stray lines in their place, and marks the start of a day', () => {
    const body =
      '## Events\n\nbefore\n- 23:50 [ERROR] a\n- [DECISON] wrong\n* another\n- 00:10 [PIVOT] b\n- [INSIGHT] c\nafter\n';
    const { turns } = sessionConversation(aSession({ date: '2026-09-14', body }), null);
    const rows = turns.flatMap(({ items }) =>
      items.map((item) => (item.kind === 'event' ? `${item.event.text} ${item.newDay ?? ''}`.trim() : nameOf(item))),
    );
    expect(rows).toEqual(['before', 'a', '- [DECISON] wrong\n* another', 'b 2026-09-15', 'c', 'after']);
  });

  it('tells several prompts of one minute apart by the records of their events', () => {
    const at = `${DAY}T14:00:00Z`;
    const facts = someFacts({
      prompts: ['one', 'two', 'three'].map((text, index) => aPrompt({ at, text, record: `p${index + 1}` })),
      commits: [aCommit({ at, prompt: 1 })],
      plans: [{ heading: 'Plan', text: '', at, prompt: 2 }],
    });
    const events = [
      '[ERROR] a\n  recorded: x1 cause',
      '[USER-CORRECTION] two\n  recorded: p2 correction',
      '[DECISION] b\n  recorded: x2 commit a1b2c3d',
      '[DECISION] Plan\n  recorded: x3 plan',
      '[INSIGHT] c',
    ];
    expect(turnsOf(events.map((event) => `- 14:00 ${event}\n`).join(''), facts)).toEqual([
      ['one', 'a'],
      ['two', 'two', 'b'],
      ['three', 'Plan', 'c'],
    ]);
  });

  it('keeps events in the order of the file, and those without a time after the one before', () => {
    const facts = someFacts({
      prompts: [aPrompt({ at: `${DAY}T14:00:00Z`, text: 'one' }), aPrompt({ at: `${DAY}T15:00:00Z`, text: 'two' })],
      commits: [],
    });
    expect(turnsOf('- 15:10 [ERROR] a\n- [PIVOT] b\n', facts)).toEqual([['one'], ['two', 'a', 'b']]);
  });

  it('shows a commit that proves a logged event at that event, once', () => {
    const evidence = [{ event: 'e-000000', source: 'commit a1b2c3d', record: 'c0de' }];
    const facts = someFacts({ commits: [aCommit()], evidence });
    const session = aSession({ date: DAY, offset: '+00:00', body: '## Events\n\n- 14:05 [DECISION] Keep the query\n' });
    const [event] = session.chronicle.events;
    const proved = { ...facts, evidence: facts.evidence.map((proof) => ({ ...proof, event: event?.id ?? '' })) };
    const [turn] = sessionConversation(session, proved).turns;
    expect(turn?.items).toMatchObject([
      { kind: 'event', evidence: ['commit a1b2c3d'], commits: [{ subject: 'Keep the query of the login redirect' }] },
    ]);
  });

  it('shows what a recorded event tells only once, with the whole plan', () => {
    const plan = { heading: 'Plan', text: 'all of it', at: `${DAY}T14:02:00Z`, prompt: 0 };
    const facts = someFacts({ commits: [aCommit()], plans: [plan] });
    const body =
      '## Events\n\n- 14:02 [DECISION] Plan\n  recorded: r1 plan\n- 14:30 [ERROR] Redirect\n  recorded: r2 commit a1b2c3d\n';
    const [turn] = sessionConversation(aSession({ date: DAY, offset: '+00:00', body }), facts).turns;
    expect(turn?.items).toMatchObject([
      { kind: 'event', plan: { text: 'all of it' }, commits: [] },
      { kind: 'event', plan: null, commits: [{ hash: 'a1b2c3d' }] },
    ]);
  });

  it('names new days and long pauses', () => {
    const facts = someFacts({
      prompts: [`${DAY}T14:00`, `${DAY}T14:44`, '2026-03-25T09:00'].map((at) => aPrompt({ at: `${at}:00Z` })),
      head: { to: '2026-03-25T09:10:00Z' },
    });
    const { turns } = sessionConversation(aSession({ date: DAY, offset: '+00:00' }), facts);
    expect(turns.map(({ newDay, idle }) => [newDay, idle])).toEqual([
      [null, null],
      [null, null],
      ['2026-03-25', 1096],
    ]);
  });

  it('is one turn without a prompt for a session without facts, and no turn for an empty one', () => {
    expect(turnsOf('- 14:05 [ERROR] a\nstray\n', null)).toEqual([['', 'a', 'stray']]);
    expect(sessionConversation(aSession(), null).turns).toEqual([]);
  });
});

/** Each turn as its prompt's text and its entries. */
function turnsOf(events: string, facts: Facts | null): string[][] {
  const session = aSession({ date: DAY, offset: '+00:00', body: `## Events\n\n${events}` });
  const { turns } = sessionConversation(session, facts);
  return turns.map(({ prompt, items }) => [prompt?.text ?? '', ...items.map(nameOf)]);
}

function nameOf(item: ConversationItem): string {
  if (item.kind === 'event') return item.event.text;
  if (item.kind === 'stray') return item.text;
  if (item.kind === 'commit') return `commit ${item.commit.hash}`;
  return item.kind === 'plan' ? `plan ${item.plan.heading}` : item.kind;
}

const NOTED_DAY = '2026-09-14';
const NOTEBOOK = `## Observations
- ${NOTED_DAY} 14:25 [P2] By time
- 14:40 [P2] By number
  Prompt: 1
- 13:00 [P2] Before the first prompt
- 2025-11-03 --:-- [P2] Of an earlier day
- [P2] Without a time
- 14:45 [P2] Of a prompt that is not there
  Prompt: 99
- 2026-09-15 00:10 [P2] After midnight`;
const facts = someFacts({
  prompts: [
    aPrompt({ at: `${NOTED_DAY}T14:00:00Z`, text: 'one' }),
    aPrompt({ at: `${NOTED_DAY}T14:20:00Z`, text: 'two' }),
  ],
  commits: [],
});
const session = noted(NOTED_DAY, NOTEBOOK, { offset: '+00:00', body: '## Events\n\n- 14:30 [ERROR] a\n' });
const titleOf = ({ title }: { title: string }) => title;

it('puts observations below the prompt that they name, else below that of their time', () => {
  const { turns, apart } = sessionConversation(session, facts);
  const shown = turns.map(({ prompt, items }) => [
    prompt?.text ?? '',
    items.map((item) => (item.kind === 'observation' ? item.observation.title : item.kind)),
  ]);
  expect(shown).toEqual([
    ['', ['Before the first prompt']],
    ['one', ['By number']],
    ['two', ['By time', 'event', 'Of a prompt that is not there', 'After midnight']],
  ]);
  expect(apart.map(titleOf)).toEqual(['Of an earlier day', 'Without a time']);
});

it('leaves all of them apart in a session without prompts', () => {
  const { turns, apart } = sessionConversation(session, null);
  expect(turns.flatMap(({ items }) => items.map(({ kind }) => kind))).toEqual(['event']);
  expect(apart).toHaveLength(7);
});
