import { expect, it } from 'vitest';
import { acceptedPlan, answeredQuestions } from '#src/transcript/dialogs.ts';

const result = { callId: '1', text: '', isError: false, denialKind: null, noted: {} };

it('reads an accepted plan, also of old versions', () => {
  const call = { id: '1', name: 'ExitPlanMode', input: { plan: '# Old' } };
  expect(acceptedPlan(call, result)).toBe('# Old');
  expect(acceptedPlan(call, { ...result, noted: { plan: '# Edited by hand' } })).toBe('# Edited by hand');
  expect(acceptedPlan(call, { ...result, isError: true })).toBeNull();
  expect(acceptedPlan({ ...call, name: 'Write' }, result)).toBeNull();
});

it('reads answered questions, also of old versions', () => {
  const call = { id: '1', name: 'AskUserQuestion', input: {} };
  const noted = { answers: { 'Which store?': 'SQLite', 'Which features?': ['a', 'b'], Odd: 3 } };
  expect(answeredQuestions(call, { ...result, noted })).toEqual([
    { question: 'Which store?', answer: 'SQLite' },
    { question: 'Which features?', answer: 'a, b' },
  ]);
  const text = 'User has answered your questions: "Which store?"="SQLite". You can now continue.';
  expect(answeredQuestions(call, { ...result, text })).toEqual([{ question: 'Which store?', answer: 'SQLite' }]);
  expect(answeredQuestions(call, { ...result, text, isError: true })).toEqual([]);
});
