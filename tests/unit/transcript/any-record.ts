import fc from 'fast-check';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...['', '[main a1b2c3d] Subject', 'git commit --amend -m x', 'npm test', 'gh pr create -t x', '\ud800'],
    ...['https://github.com/a/b/pull/1', '<command-name>/x</command-name>', '<system-reminder>', '__proto__'],
    ...['Implement the following plan:\n\n# x', '[Request interrupted by user]', 'constructor', '## Summary', '---'],
  ),
);
/** Any JSON value, and texts that mean something in a transcript. */
export const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);

/** An object with any of these keys, each with any value unless `more` says which. */
function fields(keys: string, more: Record<string, fc.Arbitrary<unknown>> = {}) {
  const all = Object.fromEntries(keys.split(' ').map((key) => [key, anyValue]));
  return fc.record({ ...all, ...more }, { requiredKeys: [] });
}

const words = (list: string) => fc.constantFrom(...list.split(' '));
const orAny = (value: fc.Arbitrary<unknown>) => fc.oneof(anyValue, value);
const id = fc.constantFrom('t1', 't2', '');
const block = fc.oneof(
  anyValue,
  fc.record({ type: fc.constant('text'), text: anyValue }),
  fc.record({
    ...{ type: fc.constant('tool_use'), id },
    name: words(
      'Bash Edit MultiEdit Write NotebookEdit ExitPlanMode AskUserQuestion Task Agent Skill WebFetch mcp__a__b Read',
    ),
    input: orAny(
      fields(
        'command file_path notebook_path old_string new_string content edits plan questions url query description edit_mode',
      ),
    ),
  }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: id, content: anyValue, is_error: anyValue }),
);
const noted = fields('structuredPatch originalFile content type filePath answers plan staged', {
  gitOperation: orAny(fields('pr', { commit: orAny(fields('sha kind branch')) })),
  bashEditDiff: orAny(fields('', { files: orAny(fc.array(fields('filePath hunks created'))) })),
});
const message = fields('id model stop_reason', {
  usage: orAny(fields('input_tokens output_tokens')),
  content: orAny(fc.array(block, { maxLength: 4 })),
});

/** A record in the form of a transcript, with any values. */
export const anyRecord = fields(
  'parentUuid cwd gitBranch isMeta isCompactSummary isAbortedMidStream content customTitle aiTitle summary leafUuid prUrl',
  {
    type: words('user assistant attachment queue-operation custom-title ai-title summary pr-link system x'),
    uuid: fc.oneof(anyValue, fc.constantFrom('a', 'b')),
    sessionId: fc.constantFrom('session-1', 'session-2', '0f6f1f0f-8f4f-4c6e-8f0a-9e6b1c1e6f0e', 7, null),
    timestamp: fc.oneof(
      words('2026-03-24T13:00:00.000Z 2026-03-24T12:00:00Z 1999-01-01 2999-01-01T00:00:00Z x'),
      fc.constantFrom('', 0, -1, 1e300),
      fc.integer(),
    ),
    isSidechain: fc.boolean(),
    attachment: orAny(fields('prompt commandMode', { type: fc.constant('queued_command') })),
    message: orAny(message),
    toolUseResult: orAny(noted),
    operation: words('enqueue dequeue remove popAll x'),
  },
);
