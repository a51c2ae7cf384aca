import { describe, expect, it } from 'vitest';
import { type Conversation, ConversationReader, cleaned, conversationTexts } from '#src/transcript/conversation.ts';
import { sha1, Transcript } from '../import/transcript.ts';

const ID = 'session-1';
const OTHER = '9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f';

function read(values: readonly unknown[], { keepsPrompts = true } = {}): Conversation {
  const reader = new ConversationReader({ id: ID, keepsPrompts, sha1 });
  for (const [index, value] of values.entries()) reader.add(value, 0, index + 1);
  return reader.end();
}

/** Each entry as `kind text`, a call with its result. */
function said(values: readonly unknown[], options = {}): string[] {
  return read(values, options).entries.map((entry) => {
    if (entry.kind !== 'call') return `${entry.kind} ${entry.kind === 'host' ? `${entry.label}: ` : ''}${entry.text}`;
    return `${entry.name} ${entry.input} -> ${entry.result === null ? 'nothing' : entry.result.text}`;
  });
}

const queue = (operation: string, content: string) => ({ type: 'queue-operation', operation, content, sessionId: ID });

describe('a conversation', () => {
  it('has prompts, answers, calls with their results, and what the host put in, in order', () => {
    const session = new Transcript()
      .prompt('fix the login')
      .answers('I look at it.')
      .fails('npm test', 'Exit code 1\nno list')
      .edits('src/login.ts', 'a', 'b')
      .interrupt()
      .prompt('<system-reminder>Be brief</system-reminder>');
    expect(said(session.records)).toEqual([
      'prompt fix the login',
      'answer I look at it.',
      'Bash npm test -> Exit code 1\nno list',
      'Edit /home/robin/code/tidemark/src/login.ts\nold_string: a\nnew_string: b -> ok',
      'host The person interrupted: ',
      'host A reminder from Claude Code: Be brief',
    ]);
  });

  it.each([
    [
      '<command-name>/clear</command-name><command-message>clear</command-message><command-args></command-args>',
      'A command of Claude Code: /clear',
    ],
    [
      '<local-command-stdout>Set to <b>opus</b></local-command-stdout>',
      'What a command of Claude Code printed: Set to <b>opus</b>',
    ],
    [
      '<task-notification>\n<task-id>b1</task-id>\n<summary>Tests passed</summary>\n</task-notification>',
      'A notification: Tests passed\n\ntask-id: b1\nsummary: Tests passed',
    ],
    ['<teammate-message teammate_id="a">Done</teammate-message>', 'A message from another agent: Done'],
    ['<tick>12:00</tick>', 'From Claude Code: <tick>12:00</tick>'],
  ])('says what the host sent as what it is: %s', (text, expected) => {
    expect(said(new Transcript().prompt(text).records)).toEqual([`host ${expected}`]);
  });

  it('is not slow on what looks like elements', () => {
    const text = `<task-notification>${'<summary> '.repeat(20_000)}</task-notification>`;
    const session = new Transcript().prompt(text).prompt(`<a-hook>${'<'.repeat(50_000)}</a-hook>`);
    session.prompt(`<command-name>${' '.repeat(50_000)}</command-name>`);
    const started = performance.now();
    read(session.records);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('knows the line and the record of each entry and of each result', () => {
    const [call] = read(new Transcript().fails('npm test', 'boom').records).entries;
    expect(call).toMatchObject({ line: 1, record: 'record-0', result: { line: 2, record: 'record-1', isError: true } });
  });

  it('gives the results of calls that were made at once to their calls', () => {
    const session = new Transcript();
    const use = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } });
    session.add('assistant', [use('a', 'one'), use('b', 'two')]);
    session.add('user', [{ type: 'tool_result', tool_use_id: 'b', content: '2' }]);
    session.add('user', [{ type: 'tool_result', tool_use_id: 'a', content: '1' }]);
    session.add('user', [{ type: 'tool_result', tool_use_id: 'c', content: '3' }]);
    expect(said(session.records)).toEqual(['Bash one -> 1', 'Bash two -> 2', 'host The result of a tool: 3']);
  });

  it('leaves out other sessions, subagents and what is written twice', () => {
    const { records } = new Transcript().prompt('one').answers('two').answers('three').answers('four');
    const [first, second, ...rest] = records;
    const values = [{ ...first, sessionId: OTHER }, { ...second, isSidechain: true }, ...rest, ...rest];
    expect(said(values)).toEqual(['answer three', 'answer four']);
    expect(read(values).ofSubagents).toBe(1);
  });

  it('has a prompt that only the queue of the host tells of', () => {
    const { records } = new Transcript().prompt('fix it').answers('Yes.').answers('Done.');
    const [first, second, third] = records;
    const values = [first, second, queue('enqueue', 'also the tests'), queue('remove', 'also the tests'), third];
    expect(said(values)).toEqual(['prompt fix it', 'answer Yes.', 'prompt also the tests', 'answer Done.']);
    expect(read(values).entries[2]).toMatchObject({ line: 3 });
  });

  it('survives values that are no records', () => {
    const message = { content: [null, { type: 'tool_use' }] };
    const odd = [null, 1, 'x', [], {}, { type: 'user' }, { type: 'assistant', message }];
    expect(said(odd)).toEqual(['  -> nothing']);
  });
});

it('has no word that a person typed where the settings keep prompts out', () => {
  const SECRET = 'the words of a person';
  const session = new Transcript()
    .prompt(SECRET)
    .prompt(`<bash-input>${SECRET}</bash-input>`)
    .prompt(`<bash-stdout>${SECRET}</bash-stdout>`)
    .prompt(`Base directory for this skill: x\n\nARGUMENTS: ${SECRET}`, { isMeta: true })
    .prompt(SECRET, { isCompactSummary: true })
    .answers('Done.');
  const values = [...session.records, queue('enqueue', SECRET)];
  expect(JSON.stringify(said(values))).toContain(SECRET);
  expect(said(values, { keepsPrompts: false })).toEqual(['prompt ', 'answer Done.', 'prompt ']);
});

it('replaces secrets in every text of an entry', () => {
  const { entries } = read(new Transcript().prompt('use s3cret').fails('curl s3cret', 's3cret is wrong').records);
  const safe = (text: string) => text.replaceAll('s3cret', '[redacted]');
  const texts = conversationTexts({ entries: entries.map((entry) => cleaned(entry, safe)) });
  expect(texts).toEqual(['use [redacted]', 'Bash', 'curl [redacted]', '[redacted] is wrong']);
});
