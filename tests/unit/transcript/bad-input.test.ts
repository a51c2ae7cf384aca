import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { factsSchema } from '#src/transcript/facts.ts';
import { withSafeTexts } from '#src/transcript/safe-texts.ts';
import { Transcript } from '../import/transcript.ts';
import { anyRecord, anyValue } from './any-record.ts';
import { harvestOf, reader } from './harvester.ts';

const schema = z.extend(z.omit(factsSchema, { found: true, evidence: true }), {
  head: z.omit(factsSchema.shape.head, { harvested: true, transcripts: true }),
});

/** What is wrong with the facts of these records; undefined if nothing is. */
function fault(records: readonly unknown[]): unknown {
  const { facts } = harvestOf(records);
  return schema.safeParse(withSafeTexts(facts, (text) => text)).error;
}

describe('the facts of any records', () => {
  it('have the form that is written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: anyRecord }, anyValue), { maxLength: 12 }), (records) => {
        expect(fault(records)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('have it also for the transcripts of subagents and forks', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 8 }), fc.integer(), (records, began) => {
        const harvester = reader({ began });
        for (const value of records) {
          harvester.addSubagent(value, { file: 'a.jsonl', line: 1 });
          harvester.add(value, { file: 'b.jsonl', line: 1 });
        }
        expect(schema.safeParse(harvester.end().facts).error).toBeUndefined();
      }),
    );
  });

  it('are the same for a transcript cut off anywhere, as far as it goes', () => {
    const session = new Transcript()
      .prompt('one')
      .makes('a.ts', 'a\n')
      .fails('npm test', 'Exit code 1\nFAIL a')
      .answers('ok');
    for (let length = 0; length <= session.records.length; length++)
      expect(fault(session.records.slice(0, length))).toBeUndefined();
  });
});

describe('transcripts of other programs', () => {
  it.each([
    ['Copilot', [{ requesterUsername: 'r', requests: [{ message: { text: 'fix it' }, response: [{ value: 'ok' }] }] }]],
    [
      'Copilot CLI',
      [
        { type: 'session.start', data: {} },
        { type: 'user.message', data: { content: 'fix it' } },
      ],
    ],
    ['Gemini', [{ sessionId: 'x', messageId: 0, type: 'user', message: 'fix it', timestamp: '2026-03-24T13:00:00Z' }]],
    [
      'Gemini CLI',
      [
        { role: 'user', parts: [{ text: 'fix it' }] },
        { role: 'model', parts: [{ functionCall: {} }] },
      ],
    ],
    ['Codex', [{ timestamp: '2026-03-24T13:00:00Z', type: 'response_item', payload: { type: 'message' } }]],
    ['a list', [[{ type: 'user' }], 'user', 1, null, true]],
  ])('of %s have no facts', (_, records) => {
    const { facts } = harvestOf(records);
    expect(schema.safeParse(facts).error).toBeUndefined();
    expect(facts.head).toMatchObject({ prompts: 0, from: null, to: null, commits: 0, titles: {} });
  });
});

describe('hostile records', () => {
  // Quadratic code would take minutes for a text of this length.
  const LENGTH = 200_000;
  const pieces = [
    ...['\n', ' ', '<', '<system-reminder>', '\u202e', '\u001b]', '/a', '../', 'git commit -m "', "<<'A'\n", '\u0000'],
    ...['[main a1b2c3d] x\n', '# ', 'a. ', 'https://github.com/a/b/pull/', '[redacted', 'é', '🎉'],
  ];

  it.each(pieces)('are read in linear time: a long text of %j', (piece) => {
    const long = piece.repeat(LENGTH / piece.length);
    const session = new Transcript()
      .prompt(long)
      .prompt(`Implement the following plan:\n\n${long}`)
      .prompt(long, { isCompactSummary: true })
      .answers(long)
      .call('Bash', { command: `git commit ${long}` }, `${long}\n[main a1b2c3d] x`)
      .call('Bash', { command: `npm test; gh pr create --title ${long}` }, long)
      .fails(`make ${long}`, `Exit code 1\n${long}`)
      .call('Edit', { file_path: long, old_string: long, new_string: `${long}x` })
      .call('Write', { file_path: '/a', content: long }, 'ok', { content: long, originalFile: `${long}y` })
      .call('ExitPlanMode', { plan: long }, 'ok', { plan: long })
      .call('AskUserQuestion', {}, long, { answers: { [long]: long } })
      .call('Agent', { subagent_type: long, description: long });
    session.records.push(
      { type: 'queue-operation', operation: 'enqueue', content: long, timestamp: '2026-03-24T13:01:00Z' },
      { type: 'custom-title', customTitle: long },
      { type: 'summary', summary: long, leafUuid: 'record-0' },
      { type: 'pr-link', prUrl: long, timestamp: '2026-03-24T13:01:00Z' },
    );
    const started = process.cpuUsage();
    const { facts } = harvestOf(session.records);
    const written = JSON.stringify(withSafeTexts(facts, (found) => found));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
    expect(written.length).toBeLessThan(100_000);
  });

  it('in any number leave a limited amount of facts', () => {
    const harvester = reader();
    for (let n = 0; n < 5200; n++) {
      const session = new Transcript()
        .prompt(`${n} ${'x'.repeat(300)}`)
        .runs(`cat ${n}`)
        .fails(`make ${n}`, `Exit code 1\nerror: no rule ${n} x`);
      for (const [at, record] of session.records.entries())
        harvester.add({ ...record, uuid: `${n}-${at}`, gitBranch: `b${n}` }, { file: 'a.jsonl', line: n });
    }
    const { facts } = harvester.end();
    expect(facts.prompts).toHaveLength(5000);
    expect(facts.failures).toHaveLength(200);
    expect(facts.branches).toHaveLength(50);
    expect(facts.head.prompts).toBe(5000);
  });
});
