import { describe, expect, it } from 'vitest';
import { Transcript } from '../import/transcript.ts';
import { harvestOf } from './harvester.ts';

/** The host's record about the queue of prompts, in the form of client 2.1.329. */
function queue(session: Transcript, operation: string, fields: Record<string, unknown> = {}): Transcript {
  const timestamp = new Date(Date.UTC(2026, 2, 24, 13, 0, session.records.length)).toISOString();
  session.records.push({ type: 'queue-operation', operation, timestamp, sessionId: 'session-1', ...fields });
  return session;
}

/** A prompt that reached the agent in mid-turn, as newer versions record it. */
function attachment(session: Transcript, prompt: string): Transcript {
  return session.add('attachment', undefined, {
    attachment: { type: 'queued_command', prompt, commandMode: 'prompt', origin: { kind: 'human' } },
  });
}

const prompts = (session: Transcript) =>
  harvestOf(session.records).facts.prompts.map(({ text, isQueued }) => (isQueued ? `(queued) ${text}` : text));

describe('the prompts of a session', () => {
  it('are those that the person typed, without the texts of the host', () => {
    const session = new Transcript()
      .prompt('<local-command-caveat>Caveat</local-command-caveat>', { isMeta: true })
      .prompt('<command-name>/clear</command-name>\n<command-message>clear</command-message>')
      .prompt('<local-command-stdout></local-command-stdout>')
      .prompt(
        '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>',
      )
      .prompt('Base directory for this skill: /x', { isMeta: true })
      .prompt([
        { type: 'text', text: '<system-reminder>\nToday is Monday\n</system-reminder>' },
        { type: 'text', text: 'fix it' },
      ])
      .prompt('This session is being continued from a previous conversation that ran out of context.', {
        isCompactSummary: true,
      })
      .prompt('<task-notification>\n<task-id>a</task-id></task-notification>', {
        origin: { kind: 'task-notification' },
      })
      .prompt([{ type: 'image', source: {} }]);
    expect(prompts(session)).toEqual(['/review src', 'fix it', '']);
  });

  it('keep their lines, and lose control, bidi and escape characters', () => {
    const session = new Transcript().prompt('one\u001b[31m red\u001b[0m\r\n\ttwo \u202e\u0007\u200b');
    expect(prompts(session)).toEqual(['one red\n\ttwo']);
  });

  it('that were edited and sent again before an answer count once', () => {
    const session = new Transcript().prompt('fix', { parentUuid: 'a' }).prompt('fix the clock', { parentUuid: 'a' });
    expect(prompts(session)).toEqual(['fix the clock']);
  });

  it('typed while the agent worked count once, with or without an attachment', () => {
    // With 2.1.329, the result of a call is recorded before the removal and the attachment.
    const newer = new Transcript().prompt('one').answers('Looking.');
    queue(newer, 'enqueue', { content: 'also two' });
    queue(newer, 'enqueue', { content: 'and three' });
    newer.runs('ls');
    queue(newer, 'remove', { content: 'also two', reason: 'absorbed_mid_turn', commandUuid: 'c-1' });
    queue(newer, 'remove', { content: 'and three', reason: 'absorbed_mid_turn', commandUuid: 'c-2' });
    newer.add('user', [{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }]);
    attachment(newer, 'also two');
    attachment(newer, 'and three').answers('Done.');
    expect(prompts(newer)).toEqual(['one', '(queued) also two', '(queued) and three']);

    const older = new Transcript().prompt('one').runs('ls');
    queue(older, 'enqueue', { content: 'also two' });
    queue(older, 'remove', { content: 'also two' });
    older.answers('Done.').prompt('three');
    expect(prompts(older)).toEqual(['one', '(queued) also two', 'three']);
    expect(harvestOf(older.records).facts.prompts[1]?.at).toBe('2026-03-24T13:00:03.000Z');
  });

  it('whose attachment comes before the removal count once', () => {
    const session = new Transcript().prompt('one').runs('ls');
    queue(session, 'enqueue', { content: 'two' });
    attachment(session, 'two');
    queue(session, 'remove', { content: 'two' }).answers('Done.');
    expect(prompts(session)).toEqual(['one', '(queued) two']);
  });

  it('that became prompts of their own count once', () => {
    const session = new Transcript().prompt('one').runs('ls');
    queue(session, 'enqueue', { content: 'two' });
    queue(session, 'enqueue', { content: 'three' });
    queue(session.answers('Done.'), 'dequeue');
    queue(session, 'dequeue').prompt('two', { promptSource: 'queued' }).prompt('three', { promptSource: 'queued' });
    expect(prompts(session)).toEqual(['one', '(queued) two', '(queued) three']);
  });

  it('that were sent together are one', () => {
    const session = new Transcript().prompt('one').runs('ls');
    queue(session, 'enqueue', { content: 'two' });
    queue(session, 'enqueue', { content: 'three' });
    queue(session.answers('Done.'), 'dequeue');
    queue(session, 'dequeue').prompt('two\nthree').answers('Done.').prompt('four');
    expect(prompts(session)).toEqual(['one', '(queued) two\nthree', 'four']);
  });

  it('that were taken back do not count', () => {
    const session = new Transcript().prompt('one').runs('ls');
    queue(session, 'enqueue', { content: 'taken back' });
    queue(session, 'popAll', { content: 'taken back' });
    queue(session, 'enqueue', { content: 'dropped' });
    queue(session, 'remove', { reason: 'dropped_by_hook' }).answers('Done.');
    expect(prompts(session)).toEqual(['one']);
  });

  it('that were deleted do not count where the host writes attachments', () => {
    const session = new Transcript().prompt('one').runs('ls');
    queue(session, 'enqueue', { content: 'two' });
    queue(session, 'remove', { content: 'two' });
    attachment(session, 'two').answers('Looking.').runs('ls');
    queue(session, 'enqueue', { content: 'deleted' });
    queue(session, 'remove', { content: 'deleted' }).answers('Done.');
    expect(prompts(session)).toEqual(['one', '(queued) two']);
  });

  it('that never reached the agent count, as it was killed', () => {
    const session = new Transcript().prompt('one').runs('ls');
    expect(prompts(queue(session, 'enqueue', { content: 'and stop' }))).toEqual(['one', '(queued) and stop']);
  });

  it('are not what the host queued, such as the end of a background task', () => {
    const session = new Transcript().prompt('one').runs('ls');
    const content = '<task-notification>\n<task-id>a</task-id>\n</task-notification>';
    queue(session, 'enqueue', { content });
    queue(session, 'remove', { content, reason: 'absorbed_mid_turn' });
    queue(session, 'enqueue');
    queue(session, 'dequeue').answers('Done.').prompt('two');
    expect(prompts(session)).toEqual(['one', 'two']);
  });

  it('of `claude -p` pass through the queue and are not typed in mid-turn', () => {
    const session = queue(new Transcript(), 'enqueue', { content: '/review src' });
    queue(session, 'dequeue').prompt(
      '<command-message>x:review</command-message>\n<command-name>/x:review</command-name>\n<command-args>src</command-args>',
      { entrypoint: 'sdk-cli' },
    );
    expect(prompts(session)).toEqual(['/x:review src']);
  });

  it('count what was done under each, also when refused, failed or still running', () => {
    const session = new Transcript().prompt('one').call('Read', { file_path: 'a' }).call('Grep', { pattern: 'x' });
    session.edits('src/a.ts', 'a', 'b').fails('npm test', 'Exit code 1\nFAIL src/a.test.ts').rejects('rm -rf x');
    session.call('Bash', { command: 'npm test', run_in_background: true }, 'Command running in background with ID: b1');
    session.call(
      'Edit',
      { file_path: 'b' },
      '<tool_use_error>File has not been read yet</tool_use_error>',
      'Error: x',
      true,
    );
    expect(harvestOf(session.records).facts.prompts[0]?.did).toEqual({
      reads: 2,
      edits: 1,
      commands: 1,
      tests: 1,
      failedTests: 1,
    });
  });
});
