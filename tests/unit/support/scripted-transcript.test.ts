import { expect, test } from 'vitest';
import { type ScriptedTranscript, scriptedTranscript } from '#tests/support/scripted-transcript.ts';
import { parseSessionScript } from '#tests/support/session-script.ts';
import type { TranscriptRecord } from '#tests/support/transcript-writer.ts';

const HEAD = `about: A flaky test
language: en
project: /home/robin/code/relay
branch: rb/12-retry-clock
start: 2026-09-14T08:02:00Z
`;
const expanded = (steps: string, head = HEAD) =>
  scriptedTranscript(parseSessionScript(`${head}steps:\n${steps}`, 'flaky'));
const ofType = ({ records }: ScriptedTranscript, type: string) => records.filter((record) => record.type === type);
const content = (record: TranscriptRecord | undefined) =>
  (record?.message as { content: unknown } | undefined)?.content;
const result = (transcript: ScriptedTranscript) =>
  ofType(transcript, 'user').find((record) => 'sourceToolAssistantUUID' in record);

test('a script gives the same transcript each time', () => {
  const steps = '- user: hello\n- assistant: hi\n';
  expect(expanded(steps).text).toBe(expanded(steps).text);
  expect(expanded(steps).id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('text and the call after it are one message, and the last message ends its turn', () => {
  const transcript = expanded('- user: go\n- assistant: I look.\n- bash: ls\n  output: a\n- assistant: Done.\n');
  const messages = ofType(transcript, 'assistant').map(({ message }) => message as { id: string; stop_reason: string });
  expect(messages.map(({ stop_reason }) => stop_reason)).toEqual(['tool_use', 'tool_use', 'end_turn']);
  expect(messages[0]?.id).toBe(messages[1]?.id);
  expect(messages[2]?.id).not.toBe(messages[1]?.id);
});

test('records form a chain whose times never run backwards', () => {
  const transcript = expanded('- user: go\n- bash: ls\n- wait: 45\n- user: on\n- read: a.go\n- assistant: Done.\n');
  const chain = transcript.records.filter(({ uuid }) => uuid !== undefined);
  chain.slice(1).forEach((record, index) => {
    expect(record.parentUuid).toBe(chain[index]?.uuid);
    expect(Date.parse(String(record.timestamp))).toBeGreaterThanOrEqual(Date.parse(String(chain[index]?.timestamp)));
  });
  const [first, second] = transcript.prompts;
  expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThan(45 * 60_000);
});

test('the step after a time happens then, or later', () => {
  const transcript = expanded(
    '- until: 2026-09-14T09:00:10Z\n- user: go\n- until: 2026-09-14T08:00:00Z\n- bash: ls\n- assistant: Done.\n',
  );
  expect(ofType(transcript, 'user').at(0)?.timestamp).toBe('2026-09-14T09:00:10.000Z');
  expect(String(ofType(transcript, 'assistant').at(0)?.timestamp) > '2026-09-14T09:00:10').toBe(true);
});

test("a commit is recognised by git's own answer", () => {
  const transcript = expanded(
    '- user: commit\n- bash: git commit -m x\n  output: "[main a1b2c3d] x\\n 1 file changed"\n- assistant: Done.\n',
  );
  expect(result(transcript)?.toolUseResult).toMatchObject({
    gitOperation: { commit: { sha: 'a1b2c3d', kind: 'committed', branch: 'main' } },
  });
});

test('an edit has the patch of its file', () => {
  const transcript = expanded(
    '- user: go\n- write: a.go\n  content: "one\\ntwo\\n"\n- edit: a.go\n  old: two\n  new: three\n',
  );
  const edit = ofType(transcript, 'user').at(-1);
  expect(edit?.toolUseResult).toMatchObject({
    filePath: '/home/robin/code/relay/a.go',
    originalFile: 'one\ntwo\n',
    structuredPatch: [{ oldStart: 1, lines: [' one', '-two', '+three'] }],
  });
});

test('a refusal without a word interrupts the turn, and one with a reason does not', () => {
  const silent = expanded('- user: go\n- bash: rm a\n  refused: true\n- user: no\n- assistant: Sorry.\n');
  expect(result(silent)).toMatchObject({ toolDenialKind: 'user-rejected', toolUseResult: 'User rejected tool use' });
  expect(JSON.stringify(silent.records)).toContain('[Request interrupted by user for tool use]');
  const told = expanded('- user: go\n- bash: rm a\n  refused: keep it\n- assistant: Sorry.\n');
  expect(result(told)).toMatchObject({ userFeedback: 'keep it' });
  expect(told.text).not.toContain('[Request interrupted');
});

test('an interrupted answer has no end, an interrupted call no result of its own', () => {
  const answer = expanded('- user: go\n- assistant: Let me\n- interrupt: true\n- user: stop\n- assistant: Yes.\n');
  expect(ofType(answer, 'assistant')[0]).toMatchObject({ message: { stop_reason: null }, isAbortedMidStream: true });
  const call = expanded('- user: go\n- bash: sleep 9\n- interrupt: tool\n- user: stop\n- assistant: Yes.\n');
  expect(result(call)).toMatchObject({ toolDenialKind: 'user-rejected' });
  expect(call.text.match(/Request interrupted by user for tool use/g)).toHaveLength(1);
});

test('a prompt typed before a call is absorbed, and one typed at the end begins a turn', () => {
  const absorbed = expanded('- user: go\n- queued: and b\n  id: q\n- bash: ls\n- assistant: Done.\n');
  expect(ofType(absorbed, 'queue-operation').map(({ operation }) => operation)).toEqual(['enqueue', 'remove']);
  expect(ofType(absorbed, 'user').map(content)).not.toContain('and b');
  const after = expanded('- user: go\n- assistant: Done.\n- queued: and b\n- assistant: b too.\n');
  expect(ofType(after, 'queue-operation').map(({ operation }) => operation)).toEqual(['enqueue', 'dequeue']);
  expect(ofType(after, 'user').at(-1)).toMatchObject({ promptSource: 'queued', message: { content: 'and b' } });
  for (const { prompts } of [absorbed, after]) expect(prompts.map(({ text }) => text)).toEqual(['go', 'and b']);
});

test('plans and questions have the answers of the person', () => {
  const plan = expanded('- user: plan\n- plan: "# Clock\\n\\nWhy."\n  accepted: true\n- assistant: On it.\n');
  expect(plan.text).toContain('User has approved your plan');
  expect(plan.text).toContain('/home/robin/.claude/plans/clock-quiet-otter.md');
  const ask = "- user: ask\n- ask: [{header: S, question: 'Which?', options: [A, B], answer: A}]\n- assistant: A.\n";
  expect(result(expanded(ask))?.toolUseResult).toMatchObject({ answers: { 'Which?': 'A' } });
  expect(expanded(ask.replace('answer: A', 'answer: neither')).text).toContain('The user answered:');
  expect(expanded(ask.replace(', answer: A', '')).text).toContain('User rejected tool use');
});

test('a subagent has a file of its own', () => {
  const steps =
    '- user: go\n- agent: {type: Explore, description: Find, prompt: find it, answer: In a.go, steps: [{bash: ls}]}\n- assistant: ok\n';
  const transcript = expanded(steps, `${HEAD}unattended: true\n`);
  const [file] = transcript.subagents;
  expect(file?.file).toMatch(new RegExp(`^${transcript.id}/subagents/agent-a[0-9a-f]{16}\\.jsonl$`));
  const records = file?.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records?.every(({ isSidechain, sessionId }) => isSidechain && sessionId === transcript.id)).toBe(true);
  expect(result(transcript)?.toolUseResult).toMatchObject({ status: 'completed', totalToolUseCount: 1 });
  const attended = expanded(steps);
  expect(result(attended)?.toolUseResult).toMatchObject({ status: 'async_launched' });
  expect(ofType(attended, 'queue-operation').map(({ operation }) => operation)).toEqual(['enqueue', 'remove']);
  expect(attended.prompts.map(({ text }) => text)).toEqual(['go']);
});

test('a killed session has no end of a turn', () => {
  const transcript = expanded('- user: go\n- bash: ls\n- end: killed\n');
  expect(transcript.text).not.toContain('end_turn');
  expect(ofType(transcript, 'cost-state')).toEqual([]);
});

test('an unattended session has no typed prompt', () => {
  const transcript = expanded('- user: go\n- assistant: Done.\n', `${HEAD}unattended: true\n`);
  expect(ofType(transcript, 'user')[0]).toMatchObject({ promptSource: 'sdk', entrypoint: 'sdk-cli' });
  expect(transcript.text).not.toContain('"typed"');
});

test('places of steps are known, and labels need one', () => {
  const label = 'events: [{tag: ERROR, after: cause, text: One clock}]\n';
  const transcript = expanded('- user: go\n- assistant: Found it.\n  id: cause\n', `${HEAD}${label}`);
  const record = ofType(transcript, 'assistant')[0];
  expect(transcript.stepRecords.get('cause')).toBe(record?.uuid);
  expect(transcript.labels).toEqual([{ tag: 'ERROR', after: 'cause', text: 'One clock' }]);
  expect(() => expanded('- user: go\n', `${HEAD}${label}`)).toThrow('no step has the id cause');
  expect(() => expanded('- user: go\n- bsh: ls\n')).toThrow('flaky, step 2: unknown step with bsh');
  expect(() => expanded('- user: go\n- bash: ls\n  otput: a\n')).toThrow('flaky, step 2');
});

test('a compaction breaks the chain and keeps the summary', () => {
  const transcript = expanded('- user: go\n- bash: ls\n- compact: We looked.\n- assistant: On.\n');
  const boundary = transcript.records.find(({ subtype }) => subtype === 'compact_boundary');
  expect(boundary).toMatchObject({ parentUuid: null, compactMetadata: { trigger: 'auto' } });
  expect(String(content(ofType(transcript, 'user').find((record) => record.isCompactSummary)))).toContain('We looked.');
});
