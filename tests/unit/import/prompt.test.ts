import { describe, expect, it } from 'vitest';
import { isGoAhead, promptOf } from '#src/import/prompt.ts';
import { readRecord } from '#src/import/record.ts';

function promptIn(content: unknown, more: Record<string, unknown> = {}): string | null {
  const record = readRecord({ type: 'user', message: { content }, ...more });
  return record ? promptOf(record) : expect.unreachable('it is no record');
}

describe('promptOf', () => {
  it.each([
    ['a text', 'fix it', 'fix it'],
    ['blocks', [{ type: 'text', text: 'fix it' }], 'fix it'],
    ['a picture with words', [{ type: 'image' }, { type: 'text', text: 'like this' }], 'like this'],
    ['a picture alone', [{ type: 'image' }], ''],
    [
      'words behind what an editor opened',
      [
        { type: 'text', text: '<ide_opened_file>a.ts</ide_opened_file>' },
        { type: 'text', text: 'fix it' },
      ],
      'fix it',
    ],
    ['words behind it in one text', '<ide_selection>x\ny</ide_selection>\nfix it', 'fix it'],
    [
      'a skill',
      '<command-message>session-retro</command-message>\n<command-name>/session-retro</command-name>\n<command-args>all</command-args>',
      '/session-retro all',
    ],
    ['an unknown command', '/nonsense arg', '/nonsense arg'],
    ['markup that a person pasted', '<b>why</b> is this bold', '<b>why</b> is this bold'],
  ])('is %s', (_, content, prompt) => {
    expect(promptIn(content)).toBe(prompt);
  });

  it.each([
    ['a command of the client', '<command-name>/clear</command-name>\n<command-message>clear</command-message>'],
    [
      'one in the order of old versions',
      '<command-message>clear</command-message>\n<command-name>/clear</command-name>',
    ],
    ['what such a command printed', '<local-command-stdout>bye</local-command-stdout>'],
    ['a shell command', '<bash-input>ls</bash-input>'],
    ['what it printed', '<bash-stdout></bash-stdout><bash-stderr>no</bash-stderr>'],
    ['a note of the host', [{ type: 'text', text: '<system-reminder>mind</system-reminder>' }]],
    [
      'a summary of old versions',
      'This session is being continued from a previous conversation that ran out of context. …',
    ],
    ['an interrupt', '[Request interrupted by user for tool use]'],
    ['a message of nothing', null],
    ['an empty message', []],
    ['a result', [{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }]],
  ])('is not %s', (_, content) => {
    expect(promptIn(content)).toBeNull();
  });

  it.each([
    { isMeta: true },
    { isCompactSummary: true },
    { isSidechain: true },
    { agentId: 'a1' },
    { origin: { kind: 'task-notification' } },
    { promptSource: 'system' },
  ])('is not what a record of %j says', (more) => {
    expect(promptIn('fix it', more)).toBeNull();
  });

  it('includes text typed while the model works', () => {
    const attachment = { type: 'queued_command', prompt: 'and the tests', commandMode: 'prompt' };
    const record = readRecord({ type: 'attachment', attachment });
    expect(record && promptOf(record)).toBe('and the tests');
    const note = readRecord({ type: 'attachment', attachment: { ...attachment, commandMode: 'task-notification' } });
    expect(note && promptOf(note)).toBeNull();
  });
});

describe('isGoAhead', () => {
  it('is true for a plain go-ahead, and false for instructions', () => {
    for (const text of [
      'continue',
      'Continue.',
      'ok, go on',
      'yes please continue',
      'weiter',
      'try again',
      'thanks!',
      'great work :)',
      'ok thanks, go on',
      'right, go ahead',
      'retry it',
      'sorry wrong key yes',
      '/cost',
    ])
      expect([text, isGoAhead(text)]).toEqual([text, true]);
    for (const text of [
      'continue with the tests',
      'no',
      'use pnpm',
      'go on and use pnpm',
      'thanks, but use pnpm',
      'nice try, start over',
      'what time is it?',
      '/deploy',
    ])
      expect([text, isGoAhead(text)]).toEqual([text, false]);
  });
});
