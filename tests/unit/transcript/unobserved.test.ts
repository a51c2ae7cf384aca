import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ObserverState, observerState } from '#src/record/observer-state.ts';
import { readValuesOfPiece } from '#src/transcript/lines.ts';
import { lengthSaid, saidIn } from '#src/transcript/unobserved.ts';

const user = (content: unknown, fields: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...fields,
});
const assistant = (content: unknown, fields: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content, ...fields },
});
const text = (words: string) => ({ type: 'text', text: words });
const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const GLUED = { sessionId: 's', uuid: 'u' };
const CHANNEL = { origin: { kind: 'channel' } };
const result = (id: string, is_error: boolean) =>
  user([{ type: 'tool_result', tool_use_id: id, content: 'x', is_error }]);

/** The state after some records on one line each, read from the file in pieces of at most `most` bytes. */
function read(before: ObserverState, path: string, most: number): ObserverState {
  for (let state = before; ; ) {
    let { characters } = state;
    const piece = { from: state.counted, isInLine: state.isInLine, most };
    const next = readValuesOfPiece(path, piece, (value, _, at) => {
      characters += lengthSaid(state, value, at);
    });
    if (next === null || next.from === state.counted) return state;
    expect(next.from - state.counted).toBeLessThanOrEqual(most);
    state = { ...state, characters, counted: next.from, isInLine: next.isInLine };
  }
}
const lineOf = (record: unknown) => (typeof record === 'string' ? record : JSON.stringify(record));
const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'unobserved-')), 'x.jsonl');
  writeFileSync(path, text);
  return path;
};
const count = (records: readonly unknown[], fields: Partial<ObserverState> = {}) =>
  read({ ...observerState(), ...fields }, file(records.map((each) => `${lineOf(each)}\n`).join('')), 1024 * 1024);

describe('lengthSaid', () => {
  it.each<[string, unknown, number]>([
    ['a prompt', user('12345678'), 8],
    ['a prompt in blocks', user([text('1234'), { type: 'image' }, text('5678')]), 8],
    ['an answer', assistant([text('12345678')]), 8],
    ['thinking', assistant([{ type: 'thinking', thinking: '12345678' }]), 0],
    ['a tool call', assistant([use('a', 'Bash', { command: 'make all' })]), 0],
    ['a result', result('a', false), 0],
    ['a failed result', result('a', true), 0],
    ['what the host wrote', user('12345678', { isMeta: true }), 0],
    ['the summary of a compaction', user('12345678', { isCompactSummary: true }), 0],
    ['what a Stop hook asked', user('Stop hook feedback:\nBefore you stop'), 0],
    ['a subagent', user('12345678', { isSidechain: true }), 0],
    ['bookkeeping', { type: 'api-request-blob', message: { role: 'user', content: '12345678' } }, 0],
    ['a message typed ahead', { type: 'attachment', attachment: { type: 'queued_command', prompt: '12345678' } }, 8],
    ['another attachment', { type: 'attachment', attachment: { type: 'hook_success', content: '12345678' } }, 0],
    ['half a line', '{"type":"user","message":{"role":"us', 0],
    ['two records on one line', `${lineOf(user('1234', GLUED))}${lineOf(user('5678', GLUED))}`, 8],
    ['a record behind a cut one', `{"type":"mode","mo${lineOf({ parentUuid: null, ...user('12345678', GLUED) })}`, 8],
    ['a message of a channel', user('<channel source="c">12345678</channel>', { isMeta: true, ...CHANNEL }), 38],
    ['a notification', user('<task-notification><task-id>1</task-id></task-notification>'), 0],
    ['another value', 'null', 0],
  ])('of %s', (_, record, characters) => {
    expect(count([record]).characters).toBe(characters);
  });

  it('counts nothing from before its time, and no text before its byte', () => {
    const at = (timestamp: string) => user('1234', { timestamp });
    const since = Date.parse('2026-11-23T10:00:00Z');
    const records = [at('2026-11-23T09:59:59Z'), at('2026-11-23T10:00:01Z')];
    expect(count(records, { since })).toMatchObject({ characters: 4 });
    expect(count(records, { from: 50 })).toMatchObject({ characters: 4 });
  });

  it('stays quick with almost a megabyte of hostile text', () => {
    for (const unit of ['"', '\\', '<ide_x>', "'", '$(', '{"type":"', ' -', '\n', '<command-message>']) {
      const words = `p ${unit.repeat(400_000 / unit.length)}`;
      const records = [user(words), user(unit.repeat(1000)), assistant([use('a', 'Bash', { command: words })])];
      expect(count(records).characters).toBeGreaterThan(0);
    }
  });
});

describe('counting in pieces', () => {
  const record = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((words) => user(`p ${words}`)),
    fc.string().map((words) => assistant([text(words)], { usage: { input_tokens: words.length } })),
    fc.constantFrom('a', 'b', 'c').map((id) => assistant([use(id, 'Bash', { command: `make ${id} build` })])),
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()).map(([id, isError]) => result(id, isError)),
    fc.constantFrom('', '{', 'null', { type: 'mode' }),
  );

  it('is counting the whole', () => {
    fc.assert(
      fc.property(fc.array(record), fc.integer({ min: 600, max: 3000 }), (records, most) => {
        const path = file(records.map((each) => `${lineOf(each)}\n`).join(''));
        const before = observerState();
        const whole = read(before, path, 64 * 1024 * 1024);
        expect(read(before, path, most)).toEqual(whole);
      }),
      { numRuns: 200 },
    );
  });

  it('skips a line that is longer than a piece, however it is cut', () => {
    const lines = [user('before'), result('a'.repeat(5000), false), user('after')];
    const path = file(lines.map((line) => `${lineOf(line)}\n`).join(''));
    for (const most of [120, 500, 1000, 4000]) expect(read(observerState(), path, most).characters).toBe(11);
  });

  it('leaves half a line for later', () => {
    const line = lineOf(user('12345678'));
    const path = file(line.slice(0, 20));
    const state = read(observerState(), path, 1000);
    expect(state.counted).toBe(0);
    writeFileSync(path, `${line}\n`);
    expect(read(state, path, 1000)).toMatchObject({ characters: 8, counted: line.length + 1 });
  });
});

describe('saidIn', () => {
  it.each<[string, object, string]>([
    ['a prompt', user('Rename it\n\nand push'), 'User: Rename it\nand push'],
    ['an answer', assistant([text('Done.'), use('a', 'Bash', { command: 'ls' })]), 'Claude: Done.'],
    ['a command', user('<command-name>/goal</command-name><command-args>x</command-args>'), 'User: /goal x'],
    ['a result', result('a', true), ''],
    ['a reminder', user('<system-reminder>Be brief</system-reminder>'), ''],
    ['an older message', user('x', { timestamp: '2026-11-23T09:59:59Z' }), ''],
  ])('says %s', (_, record, said) => {
    expect(saidIn(record, Date.parse('2026-11-23T10:00:00Z'))).toBe(said);
  });

  it('says how much of a long message is left out', () => {
    expect(saidIn(user('a '.repeat(15_000)), null)).toMatch(/\n\(18000 more characters are left out\.\)$/);
  });
});
