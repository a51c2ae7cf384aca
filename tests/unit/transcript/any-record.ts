import fc from 'fast-check';

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
/** Any JSON value, and texts that mean something in a transcript. */
export const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);
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
    command: anyValue,
    file_path: anyValue,
    notebook_path: anyValue,
    old_string: anyValue,
    new_string: anyValue,
    content: anyValue,
    edits: anyValue,
    plan: anyValue,
    questions: anyValue,
    url: anyValue,
    query: anyValue,
    skill: anyValue,
    subagent_type: anyValue,
    description: anyValue,
    run_in_background: anyValue,
    edit_mode: anyValue,
  },
  { requiredKeys: [] },
);
const noted = fc.oneof(
  anyValue,
  fc.record(
    {
      structuredPatch: anyValue,
      originalFile: anyValue,
      content: anyValue,
      type: anyValue,
      filePath: anyValue,
      answers: anyValue,
      plan: anyValue,
      staged: anyValue,
      gitOperation: fc.oneof(
        anyValue,
        fc.record({
          commit: fc.oneof(anyValue, fc.record({ sha: anyValue, kind: anyValue, branch: anyValue })),
          pr: anyValue,
        }),
      ),
      bashEditDiff: fc.oneof(
        anyValue,
        fc.record({
          files: fc.oneof(anyValue, fc.array(fc.record({ filePath: anyValue, hunks: anyValue, created: anyValue }))),
        }),
      ),
    },
    { requiredKeys: [] },
  ),
);
const block = fc.oneof(
  anyValue,
  fc.record({ type: fc.constant('text'), text: anyValue }),
  fc.record({ type: fc.constant('tool_use'), id, name: names, input: fc.oneof(anyValue, input) }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: id, content: anyValue, is_error: anyValue }),
);
/** A record in the form of a transcript, with any values. */
export const anyRecord = fc.record(
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
    uuid: fc.oneof(anyValue, fc.constantFrom('a', 'b')),
    parentUuid: anyValue,
    sessionId: fc.constantFrom('session-1', 'session-2', '0f6f1f0f-8f4f-4c6e-8f0a-9e6b1c1e6f0e', 7, null),
    timestamp: time,
    cwd: anyValue,
    gitBranch: anyValue,
    isSidechain: fc.boolean(),
    isMeta: anyValue,
    isCompactSummary: anyValue,
    isAbortedMidStream: anyValue,
    attachment: fc.oneof(
      anyValue,
      fc.record({ type: fc.constant('queued_command'), prompt: anyValue, commandMode: anyValue }),
    ),
    message: fc.oneof(
      anyValue,
      fc.record(
        {
          id: anyValue,
          model: anyValue,
          stop_reason: anyValue,
          usage: fc.oneof(anyValue, fc.record({ input_tokens: anyValue, output_tokens: anyValue })),
          content: fc.oneof(anyValue, fc.array(block, { maxLength: 4 })),
        },
        { requiredKeys: ['content'] },
      ),
    ),
    toolUseResult: noted,
    operation: fc.constantFrom('enqueue', 'dequeue', 'remove', 'popAll', 'x'),
    content: anyValue,
    customTitle: anyValue,
    aiTitle: anyValue,
    summary: anyValue,
    leafUuid: anyValue,
    prUrl: anyValue,
  },
  { requiredKeys: ['type'] },
);
