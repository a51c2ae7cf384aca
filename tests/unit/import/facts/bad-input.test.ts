import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { factsSchema } from '#src/facts/facts.ts';
import { withSafeTexts } from '#src/import/facts/safe-texts.ts';
import { Transcript } from '../transcript.ts';
import { harvestOf, reader } from './harvester.ts';

const schema = z.extend(z.omit(factsSchema, { evidence: true, placed: true }), {
  head: z.omit(factsSchema.shape.head, { harvested: true, transcripts: true }),
});

/** What is wrong with the facts of these records; undefined if nothing is. */
function fault(records: readonly unknown[]): unknown {
  const { facts } = harvestOf(records);
  return schema.safeParse(withSafeTexts(facts, (text) => text)).error;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '[main a1b2c3d] Subject',
    'git commit --amend -m x',
    'npm test',
    'gh pr create -t x',
    'https://github.com/a/b/pull/1',
    '<command-name>/x</command-name>',
    '<system-reminder>',
    'Implement the following plan:\n\n# x',
    '[Request interrupted by user]',
    '\ud800',
    '__proto__',
    'constructor',
  ),
);
const any = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);
const time = fc.oneof(
  fc.constantFrom(
    '2026-03-24T13:00:00.000Z',
    '2026-03-24T12:00:00Z',
    '1999-01-01',
    '2999-01-01T00:00:00Z',
    'x',
    '',
    0,
    -1,
    1e300,
  ),
  fc.integer(),
);
const names = fc.constantFrom(
  'Bash',
  'Edit',
  'MultiEdit',
  'Write',
  'NotebookEdit',
  'ExitPlanMode',
  'AskUserQuestion',
  'Task',
  'Agent',
  'Skill',
  'WebFetch',
  'WebSearch',
  'mcp__a__b',
  'Read',
);
const id = fc.constantFrom('t1', 't2', '');
const input = fc.record(
  {
    command: any,
    file_path: any,
    notebook_path: any,
    old_string: any,
    new_string: any,
    content: any,
    edits: any,
    plan: any,
    questions: any,
    url: any,
    query: any,
    skill: any,
    subagent_type: any,
    description: any,
    run_in_background: any,
    edit_mode: any,
  },
  { requiredKeys: [] },
);
const noted = fc.oneof(
  any,
  fc.record(
    {
      structuredPatch: any,
      originalFile: any,
      content: any,
      type: any,
      filePath: any,
      answers: any,
      plan: any,
      staged: any,
      gitOperation: fc.oneof(
        any,
        fc.record({ commit: fc.oneof(any, fc.record({ sha: any, kind: any, branch: any })), pr: any }),
      ),
      bashEditDiff: fc.oneof(
        any,
        fc.record({ files: fc.oneof(any, fc.array(fc.record({ filePath: any, hunks: any, created: any }))) }),
      ),
    },
    { requiredKeys: [] },
  ),
);
const block = fc.oneof(
  any,
  fc.record({ type: fc.constant('text'), text: any }),
  fc.record({ type: fc.constant('tool_use'), id, name: names, input: fc.oneof(any, input) }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: id, content: any, is_error: any }),
);
const record = fc.record(
  {
    type: fc.constantFrom(
      'user',
      'assistant',
      'attachment',
      'queue-operation',
      'custom-title',
      'ai-title',
      'summary',
      'pr-link',
      'system',
      'x',
    ),
    uuid: fc.oneof(any, fc.constantFrom('a', 'b')),
    parentUuid: any,
    sessionId: fc.constantFrom('session-1', 'session-2', '0f6f1f0f-8f4f-4c6e-8f0a-9e6b1c1e6f0e', 7, null),
    timestamp: time,
    cwd: any,
    gitBranch: any,
    isSidechain: fc.boolean(),
    isMeta: any,
    isCompactSummary: any,
    isAbortedMidStream: any,
    attachment: fc.oneof(any, fc.record({ type: fc.constant('queued_command'), prompt: any, commandMode: any })),
    message: fc.oneof(
      any,
      fc.record(
        {
          id: any,
          model: any,
          stop_reason: any,
          usage: fc.oneof(any, fc.record({ input_tokens: any, output_tokens: any })),
          content: fc.oneof(any, fc.array(block, { maxLength: 4 })),
        },
        { requiredKeys: ['content'] },
      ),
    ),
    toolUseResult: noted,
    operation: fc.constantFrom('enqueue', 'dequeue', 'remove', 'popAll', 'x'),
    content: any,
    customTitle: any,
    aiTitle: any,
    summary: any,
    leafUuid: any,
    prUrl: any,
  },
  { requiredKeys: ['type'] },
);

describe('the facts of any records', () => {
  it('have the form that is written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: record }, any), { maxLength: 12 }), (records) => {
        expect(fault(records)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('have it also for the transcripts of subagents and forks', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), fc.integer(), (records, began) => {
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
        { type: 'session.start', data: { sessionId: 'x' } },
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
    [
      'Codex',
      [{ timestamp: '2026-03-24T13:00:00Z', type: 'response_item', payload: { type: 'message', role: 'user' } }],
    ],
    ['a list', [[{ type: 'user' }], 'user', 1, null, true]],
  ])('of %s have no facts', (_, records) => {
    const { facts } = harvestOf(records);
    expect(schema.safeParse(facts).error).toBeUndefined();
    expect(facts.head).toMatchObject({ prompts: 0, from: null, to: null, commits: 0, titles: {} });
  });
});

describe('hostile records', () => {
  const MEGABYTE = 1_000_000;
  const pieces = [
    '\n',
    ' ',
    '<',
    '<system-reminder>',
    '\u202e',
    '\u001b]',
    '/a',
    '../',
    'git commit -m "',
    "<<'A'\n",
    '[main a1b2c3d] x\n',
    '# ',
    'a. ',
    'https://github.com/a/b/pull/',
    '[redacted',
    '\u0000',
    'é',
    '🎉',
  ];

  it.each(pieces)('are read in linear time: a megabyte of %j', (piece) => {
    const long = piece.repeat(MEGABYTE / piece.length);
    const session = new Transcript()
      .prompt(long)
      .prompt(`Implement the following plan:\n\n${long}`)
      .prompt(long, { isCompactSummary: true })
      .answers(long)
      .call('Bash', { command: `git commit ${long}` }, `${long}\n[main a1b2c3d] x`)
      .call('Bash', { command: `npm test; gh pr create --title ${long}` }, long)
      .fails(`make ${long}`, `Exit code 1\n${long}`)
      .call('Edit', { file_path: long, old_string: long, new_string: `${long}x` })
      .call('Write', { file_path: '/a', content: long }, 'ok', {
        filePath: '/a',
        content: long,
        originalFile: `${long}y`,
      })
      .call('ExitPlanMode', { plan: long }, 'ok', { plan: long })
      .call('AskUserQuestion', {}, long, { answers: { [long]: long } })
      .call('WebFetch', { url: long })
      .call('Agent', { subagent_type: long, description: long })
      .call(`mcp__${long}__x`, {});
    session.records.push(
      { type: 'queue-operation', operation: 'enqueue', content: long, timestamp: '2026-03-24T13:01:00Z' },
      { type: 'custom-title', customTitle: long },
      { type: 'summary', summary: long, leafUuid: 'record-0' },
      { type: 'pr-link', prUrl: long, timestamp: '2026-03-24T13:01:00Z' },
    );
    const started = process.cpuUsage();
    const { facts } = harvestOf(session.records);
    const written = JSON.stringify(withSafeTexts(facts, (found) => found));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(4000);
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
