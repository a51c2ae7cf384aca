import { describe, expect, it } from 'vitest';
import { isGoAhead, promptOf } from '#src/transcript/prompts.ts';
import { readRecord } from '#src/transcript/records.ts';

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
    [
      'the words of a command of the client',
      '<command-name>/goal</command-name>\n<command-message>goal</command-message>\n<command-args>No test is red</command-args>',
      '/goal No test is red',
    ],
    [
      'a plan that is asked for',
      '<command-name>/plan</command-name>\n<command-message>plan</command-message>\n<command-args>Split the parser</command-args>',
      '/plan Split the parser',
    ],
    ['a message from a channel', '<channel source="plugin:chat:chat" user="mina">Ship it</channel>', 'Ship it'],
  ])('is %s', (_, content, prompt) => {
    expect(promptIn(content)).toBe(prompt);
  });

  it.each([
    '/nonsense arg',
    '<b>why</b> is this bold',
    '<task-notification> floods my log',
    '<channel name> is empty in the list',
    '<bash-stdout>1 failed</bash-stdout> is what CI says, why?',
    '{"task_id": "7"} is the answer of the API, parse it',
    'Operation stopped by hook appears twice, find out why',
  ])('is a whole text that only looks like one of the host: %s', (text) => {
    expect(promptIn(text)).toBe(text);
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
    ['a notification as JSON', '{"task_id":"b7","status":"completed","summary":"Build done"}'],
    [
      'a notification',
      '<task-notification>\n<task-id>b7</task-id>\n</task-notification>\nRead the output file: /tmp/b7',
    ],
    ['what a hook stopped', 'Operation stopped by hook'],
    ['what a hook said', 'Stop hook feedback:\n- run the tests'],
    ['what another hook said', 'PostToolUse:Write hook error: the file is too long'],
    ['what a hook blocked', 'PreToolUse:Edit hook blocking error from command: "x": no edits here'],
    [
      'a notification with a line above it',
      '[SYSTEM NOTIFICATION - NOT USER INPUT]\n<task-notification></task-notification>',
    ],
    ['the output of a command longer than is read', `<bash-stdout>${'x'.repeat(30_000)}</bash-stdout>`],
    ['a command of the client with words', '<command-name>/model</command-name>\n<command-args>opus</command-args>'],
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

  it('includes what came through a channel, which is marked like a message of the host', () => {
    const said = '<channel source="plugin:chat:chat">Go on</channel>';
    expect(promptIn([{ type: 'text', text: said }], { isMeta: true, origin: { kind: 'channel' } })).toBe('Go on');
    expect(promptIn(said, { isMeta: true })).toBe('Go on');
    expect(promptIn('Base directory for this skill: /x', { isMeta: true })).toBeNull();
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
    const goAheads =
      'continue|Continue.|ok, go on|yes please continue|weiter|try again|thanks!|great work :)|ok thanks, go on|right, go ahead|retry it|sorry wrong key yes|/cost';
    const instructions =
      'continue with the tests|no|use pnpm|go on and use pnpm|thanks, but use pnpm|nice try, start over|what time is it?|/deploy';
    for (const text of goAheads.split('|')) expect([text, isGoAhead(text)]).toEqual([text, true]);
    for (const text of instructions.split('|')) expect([text, isGoAhead(text)]).toEqual([text, false]);
  });
});
