import { describe, expect, it } from 'vitest';
import { Transcript } from '../import/transcript.ts';
import { harvestOf } from './harvester.ts';

/** A session with a queue of prompts, in the form of client 2.1.329. */
class Queueing extends Transcript {
  queue(operation: string, content?: string, more: Record<string, unknown> = {}): this {
    const timestamp = new Date(Date.UTC(2026, 2, 24, 13, 0, this.records.length)).toISOString();
    const fields = { ...(content === undefined ? {} : { content }), ...more };
    this.records.push({ type: 'queue-operation', operation, timestamp, sessionId: 'session-1', ...fields });
    return this;
  }

  enqueue(content: string): this {
    return this.queue('enqueue', content);
  }

  /** A prompt that reached the agent in mid-turn, as newer versions record it. */
  attachment(prompt: string): this {
    return this.add('attachment', undefined, {
      attachment: { type: 'queued_command', prompt, commandMode: 'prompt', origin: { kind: 'human' } },
    });
  }
}

/** A session in mid-turn. */
const began = () => new Queueing().prompt('one').runs('ls');

const prompts = (session: Transcript) =>
  harvestOf(session.records).facts.prompts.map(({ text, isQueued }) => (isQueued ? `(queued) ${text}` : text));

describe('the prompts of a session', () => {
  it('are those that the person typed, without the texts of the host', () => {
    const NOTIFICATION = { origin: { kind: 'task-notification' } };
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
      .prompt('This session is being continued from a previous conversation.', { isCompactSummary: true })
      .prompt('<task-notification>\n<task-id>a</task-id></task-notification>', NOTIFICATION)
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
    const newer = new Queueing().prompt('one').answers('Looking.').enqueue('also two').enqueue('and three').runs('ls');
    for (const text of ['also two', 'and three']) newer.queue('remove', text, { reason: 'absorbed_mid_turn' });
    newer.add('user', [{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }]);
    newer.attachment('also two').attachment('and three').answers('Done.');
    expect(prompts(newer)).toEqual(['one', '(queued) also two', '(queued) and three']);

    const older = began().enqueue('also two').queue('remove', 'also two').answers('Done.').prompt('three');
    expect(prompts(older)).toEqual(['one', '(queued) also two', 'three']);
    expect(harvestOf(older.records).facts.prompts[1]?.at).toBe('2026-03-24T13:00:03.000Z');
  });

  const queued = { promptSource: 'queued' };
  const task = '<task-notification>\n<task-id>a</task-id>\n</task-notification>';
  const two = () => began().enqueue('two').enqueue('three').answers('Done.').queue('dequeue').queue('dequeue');

  it.each<[string, Transcript, string[]]>([
    [
      'whose attachment comes before the removal count once',
      began().enqueue('two').attachment('two').queue('remove', 'two').answers('Done.'),
      ['(queued) two'],
    ],
    [
      'that became prompts of their own count once',
      two().prompt('two', queued).prompt('three', queued),
      ['(queued) two', '(queued) three'],
    ],
    ['that were sent together are one', two().prompt('two\nthree').prompt('four'), ['(queued) two\nthree', 'four']],
    ['that were taken back do not count', began().enqueue('back').queue('popAll', 'back').answers('Done.'), []],
    [
      'that a hook dropped do not count',
      began().enqueue('dropped').queue('remove', undefined, { reason: 'dropped_by_hook' }).answers('Done.'),
      [],
    ],
    [
      'that were deleted do not count where the host writes attachments',
      began()
        .enqueue('two')
        .queue('remove', 'two')
        .attachment('two')
        .answers('Looking.')
        .runs('ls')
        .enqueue('deleted')
        .queue('remove', 'deleted')
        .answers('Done.'),
      ['(queued) two'],
    ],
    ['that never reached the agent count, as it was killed', began().enqueue('and stop'), ['(queued) and stop']],
    [
      'are not what the host queued, such as the end of a background task',
      began()
        .enqueue(task)
        .queue('remove', task, { reason: 'absorbed_mid_turn' })
        .queue('enqueue')
        .queue('dequeue')
        .answers('Done.')
        .prompt('two'),
      ['two'],
    ],
  ])('%s', (_, session, others) => {
    expect(prompts(session)).toEqual(['one', ...others]);
  });

  it('of `claude -p` pass through the queue and are not typed in mid-turn', () => {
    const session = new Queueing().enqueue('/review src').queue('dequeue');
    const command = '<command-message>x:review</command-message>\n<command-name>/x:review</command-name>';
    session.prompt(`${command}\n<command-args>src</command-args>`, { entrypoint: 'sdk-cli' });
    expect(prompts(session)).toEqual(['/x:review src']);
  });

  it('count what was done under each, also when refused, failed or still running', () => {
    const session = new Transcript().prompt('one').call('Read', { file_path: 'a' }).call('Grep', { pattern: 'x' });
    session.edits('src/a.ts', 'a', 'b').fails('npm test', 'Exit code 1\nFAIL src/a.test.ts').rejects('rm -rf x');
    session.call('Bash', { command: 'npm test', run_in_background: true }, 'Command running in background with ID: b1');
    const unread = '<tool_use_error>File has not been read yet</tool_use_error>';
    session.call('Edit', { file_path: 'b' }, unread, 'Error: x', true);
    const did = { reads: 2, edits: 1, commands: 1, tests: 1, failedTests: 1 };
    expect(harvestOf(session.records).facts.prompts[0]?.did).toEqual(did);
  });
});
