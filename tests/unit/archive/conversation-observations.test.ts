import { expect, it } from 'vitest';
import { sessionConversation } from '#src/archive/session-conversation.ts';
import { aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { noted } from './a-session.ts';

const DAY = '2026-09-14';
const NOTEBOOK = `## Observations
- ${DAY} 14:25 [P2] By time
- 14:40 [P2] By number
  Prompt: 1
- 13:00 [P2] Before the first prompt
- 2025-11-03 --:-- [P2] Of an earlier day
- [P2] Without a time
- 14:45 [P2] Of a prompt that is not there
  Prompt: 99
- 2026-09-15 00:10 [P2] After midnight`;
const facts = someFacts({
  prompts: [aPrompt({ at: `${DAY}T14:00:00Z`, text: 'one' }), aPrompt({ at: `${DAY}T14:20:00Z`, text: 'two' })],
  commits: [],
});
const session = noted(DAY, NOTEBOOK, { offset: '+00:00', body: '## Events\n\n- 14:30 [ERROR] a\n' });
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
