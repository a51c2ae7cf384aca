import { describe, expect, it } from 'vitest';
import { activeMinutes, workMinutes } from '#src/transcript/work-time.ts';
import { Transcript } from '../import/transcript.ts';
import { harvestOf } from './harvester.ts';

const MINUTE = 60_000;
const facts = (session: Transcript) => harvestOf(session.records).facts;

describe('the active time', () => {
  const minutes = (...times: number[]) => activeMinutes(times.map((time) => time * MINUTE).sort((a, b) => a - b));

  it('leaves out gaps of more than 15 minutes', () => {
    expect(minutes(0, 10, 25, 41, 45)).toBe(29);
    expect(minutes(0)).toBe(0);
    expect(minutes(0, 0.2)).toBe(1);
  });

  it('counts nothing twice if messages are recorded out of order or the clock was set back', () => {
    expect(minutes(0, 5, 1, 6)).toBe(6);
    expect(minutes(100, 105, 40, 45)).toBe(10);
  });
});

it('counts minutes with a message from the first one, and no more than fit', () => {
  expect(workMinutes([60.2, 60.5, 65].map((minute) => minute * MINUTE))).toEqual([{ minute: 0 }, { minute: 4 }]);
  expect(workMinutes(Array.from({ length: 5000 }, (_, minute) => minute * MINUTE))).toHaveLength(1500);
});

describe('tokens and models', () => {
  const usage = (output: number, more: Record<string, unknown> = {}) => ({
    ...{ input_tokens: 10, output_tokens: output, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 },
    ...more,
  });
  const answer = (session: Transcript, id: string, model: string, used: unknown) =>
    session.add('assistant', [], { message: { id, model, role: 'assistant', content: [], usage: used } });

  it('count a message once, by its last record', () => {
    const session = new Transcript().prompt('one');
    for (const [id, output] of [
      ['m1', 1],
      ['m1', 50],
      ['m2', 5],
      ['m1', 60],
    ] as const)
      answer(session, id, 'claude-opus', usage(output));
    answer(session, 'm3', 'claude-haiku', usage(1));
    answer(session, 'm4', '<synthetic>', usage(999));
    const { head, models, tokens } = facts(session);
    expect(tokens).toEqual({ input: 30, output: 66, cacheRead: 300, cacheWrite: 60 });
    expect(models).toEqual([
      { name: 'claude-opus', answers: 2 },
      { name: 'claude-haiku', answers: 1 },
    ]);
    expect(head).toMatchObject({ tokens: 156, model: 'claude-opus' });
  });

  it('are nothing where the numbers make no sense', () => {
    const session = new Transcript().prompt('one');
    for (const bad of [null, 'x', [], usage(-1), usage(Number.MAX_VALUE), usage(1.4, { input_tokens: '7' })])
      answer(session, 'm1', 'claude-opus', bad);
    expect(facts(session).tokens).toEqual({ input: 10, output: 1, cacheRead: 100, cacheWrite: 20 });
  });
});

describe('calls', () => {
  it('to subagents are listed', () => {
    const session = new Transcript()
      .prompt('one')
      .call('Agent', { subagent_type: 'Explore', description: 'Find the callers', prompt: 'Find …' })
      .call('Task', { description: 'Rename' });
    expect(facts(session).subagents.map(({ type, description, prompt }) => [type, description, prompt])).toEqual([
      ['Explore', 'Find the callers', 0],
      ['general-purpose', 'Rename', 0],
    ]);
  });
});

describe('failed commands', () => {
  it('have the line that says why, and are counted by cause', () => {
    const session = new Transcript().prompt('one');
    for (const pid of [1, 2]) session.fails('go build ./...', `Exit code 1\ngroup${pid} ok\nimport cycle not allowed`);
    session
      .fails('grep -rn x src', 'Exit code 1')
      .rejects('rm -rf x')
      .fails('npx eslint .', 'Exit code 1\n1:1 error x');
    expect(facts(session).failures.map(({ command, line, times }) => [command, line, times])).toEqual([
      ['go build ./...', 'import cycle not allowed', 2],
      ['npx eslint .', '1:1 error x', 1],
    ]);
  });

  it('are also test runs whose exit code a pipe hides', () => {
    const session = new Transcript()
      .prompt('one')
      .call('Bash', { command: 'npm test 2>&1 | tail -3' }, 'Tests: 1 failed, 2 passed');
    const { tests, failures, head } = facts(session);
    expect(tests.map(({ isFailed }) => isFailed)).toEqual([true]);
    expect(failures).toHaveLength(1);
    expect(head.tests).toEqual({ runs: 1, failed: 1 });
  });
});

describe('records that do not count', () => {
  it('are those of another session, those that a fork copied, and those without a time', () => {
    const session = new Transcript()
      .prompt('parent')
      .prompt('own')
      .prompt('foreign', { sessionId: '0f6f1f0f-8f4f-4c6e-8f0a-9e6b1c1e6f0e' });
    const records = [...session.records, 7, null, { a: 1 }, { type: 'user', message: { content: 'x' } }];
    const began = Date.UTC(2026, 2, 24, 13, 0, 1);
    const { facts: found } = harvestOf(records, { began });
    expect(found.prompts.map(({ text }) => text)).toEqual(['own', 'x']);
    expect(harvestOf([{ type: 'user', message: { content: 'x' } }]).facts.prompts).toEqual([]);
  });
});
