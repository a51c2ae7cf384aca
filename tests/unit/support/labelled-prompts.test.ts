import { expect, test } from 'vitest';
import { labelledPrompts, PROMPT_SETS } from '#tests/support/labelled-prompts.ts';

test('both halves have prompts of people and texts of the host, each of them once', () => {
  const all = PROMPT_SETS.flatMap((set) => {
    const prompts = labelledPrompts(set);
    expect(new Set(prompts.map(({ label }) => label))).toEqual(new Set(['person', 'host']));
    return prompts;
  });
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.map(({ label, records }) => JSON.stringify([label, records]))).size).toBe(all.length);
});

test('a record is in a session as the client writes it, with the fields of its own', () => {
  const [prompt] = labelledPrompts('development').filter(({ kind }) => kind === 'prompt of a subagent');
  const [queued] = labelledPrompts('development').filter(({ kind }) => kind === 'typed while the agent works');
  for (const { id, text, records } of [prompt, queued].filter((one) => one !== undefined)) {
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(records.length + 3);
    for (const [index, record] of records.entries())
      expect(lines[index + 2]).toMatchObject({ ...record, sessionId: id });
  }
});
