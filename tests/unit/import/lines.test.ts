import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readValues, readValuesInTurns, valuesIn } from '#src/transcript/lines.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

let directory = '';
beforeAll(() => {
  directory = temporaryDirectory('lines');
});

/** The values of a file with their lines, and what was left out. */
async function valuesOf(bytes: string | Buffer) {
  const path = join(directory, 'x.jsonl');
  writeFileSync(path, bytes);
  const values: [number, unknown][] = [];
  const left = readValues(path, { value: (value, line) => void values.push([line, value]) });
  const again: [number, unknown][] = [];
  const same = await readValuesInTurns(path, { value: (value, line) => void again.push([line, value]) });
  expect([again, same]).toEqual([values, left]);
  return { values, left };
}

const NOTHING = { broken: 0, torn: 0, tooLong: 0 };
const said = (text: string) => ({ parentUuid: null, type: 'user', uuid: text, message: { content: text } });
const line = (value: unknown) => JSON.stringify(value);

describe('readValues', () => {
  it('gives each value with its line, also of a last line without an end', async () => {
    expect(await valuesOf('1\n\n"é"\r\n{}')).toEqual({
      values: [
        [1, 1],
        [3, 'é'],
        [4, {}],
      ],
      left: NOTHING,
    });
  });

  it('joins lines that are longer than a chunk', async () => {
    const long = 'é'.repeat(1_600_000);
    expect((await valuesOf(`1\n"${long}"\n2\n`)).values).toEqual([
      [1, 1],
      [2, long],
      [3, 2],
    ]);
  });

  it('counts lines that are too long or damaged, and skips bookkeeping without counting', async () => {
    const books = line({ type: 'api-request-blob', message: 'x'.repeat(3_000_000) });
    const long = line('y'.repeat(17 * 1024 * 1024));
    const { values, left } = await valuesOf(`${books}\n${long}\n2\nno json\n{"type":"mode"}\n{"type":"us`);
    expect([values, left]).toEqual([[[3, 2]], { broken: 1, torn: 1, tooLong: 1 }]);
  });

  it('stops when the reader has enough', () => {
    const path = join(directory, 'x.jsonl');
    writeFileSync(path, '1\n2\n3\n');
    const seen: unknown[] = [];
    readValues(path, { value: (value) => seen.push(value) === 2 });
    expect(seen).toEqual([1, 2]);
  });

  it('follows no link and reads no directory', () => {
    symlinkSync(join(directory, 'x.jsonl'), join(directory, 'link.jsonl'));
    const code = (path: string) => expect.objectContaining({ code: path });
    expect(() => readValues(join(directory, 'link.jsonl'), { value: () => {} })).toThrow(code('ELOOP'));
    expect(() => readValues(directory, { value: () => {} })).toThrow(code('EINVAL'));
  });

  it.each([
    [{ type: 'api-request-blob', sessionId: 'x' }, true],
    [{ type: 'last-prompt', lastPrompt: 'x' }, true],
    [{ type: 'summary', summary: 'x' }, false],
    [{ type: 'custom-title', customTitle: 'x' }, false],
    [{ type: 'ai-title', aiTitle: 'x' }, false],
    [{ type: 'pr-link', prUrl: 'x' }, false],
    [{ type: 'queue-operation', operation: 'enqueue' }, false],
    [{ type: 'worktree-state' }, false],
    [{ type: 'user', message: { content: '{"type":"mode"' } }, false],
    [{ parentUuid: null, isSidechain: false, attachment: { type: 'prompt_snapshot' }, type: 'attachment' }, true],
    [{ parentUuid: 'a', isSidechain: false, attachment: { type: 'queued_command' }, type: 'attachment' }, false],
    [
      { parentUuid: 'a', isSidechain: false, attachment: { type: 'hook_additional_context' }, type: 'attachment' },
      false,
    ],
    [{ parentUuid: 'a', isSidechain: true, message: {}, type: 'user' }, false],
    [{ parentUuid: 'a', isSidechain: true, agentId: 'b', attachment: { type: 'date' }, type: 'attachment' }, true],
    [{ parentUuid: 'a', isSidechain: false, message: { attachment: { type: 'x' } }, type: 'user' }, false],
  ])('skips %j: %s', async (record, isSkipped) => {
    expect((await valuesOf(line(record))).values).toEqual(isSkipped ? [] : [[1, record]]);
  });
});

describe('a damaged line', () => {
  const [one, two] = [said('one'), said('two')];
  const cut = (value: unknown, length: number) => line(value).slice(0, length);

  it.each([
    ['two records without a line end', line(one) + line(two), [one, two], NOTHING],
    ['a record behind a cut one', cut(said('a long text that was cut'), 60) + line(two), [two], { broken: 1 }],
    ['a record behind cut bookkeeping', `{"type":"mode","mo${line(two)}`, [two], { broken: 1 }],
    ['one behind a cut snapshot', `{"type": "file-history-snapshot", "a": {"b": "c${line(two)}`, [two], { broken: 1 }],
    ['one in front of a cut one', line(one) + cut(two, 30), [one], { torn: 1 }],
    ['one padded with NULs', `${'\0'.repeat(5000)}${line(one)}\0\0`, [one], NOTHING],
    ['NULs between two', `${line(one)}${'\0'.repeat(300)}${line(two)}`, [one, two], NOTHING],
    ['a byte order mark', `\ufeff${line(one)}`, [one], NOTHING],
  ])('gives %s', async (_, text, records, left) => {
    const found = await valuesOf('torn' in left && left.torn === 1 ? text : `${text}\n`);
    expect(found.values.map(([, value]) => value)).toEqual(records);
    expect(found.left).toEqual({ ...NOTHING, ...left });
  });

  it('of several chunks gives the record behind it', async () => {
    // The beginning of the record may lie across two chunks.
    for (const length of [1024 * 1024 - 5, 2 * 1024 * 1024 - 30]) {
      const books = `{"type":"api-request-blob","x":"${'x'.repeat(length - 32)}`;
      expect((await valuesOf(`${books}${line(two)}\n`)).values).toEqual([[1, two]]);
      const blank = '\0'.repeat(length);
      expect((await valuesOf(`${blank}${line(two)}\n`)).values).toEqual([[1, two]]);
    }
  });

  it('gives no part of a cut record, and nothing that a record quotes', () => {
    const quoted = said(line(one));
    expect(valuesIn(`x${line(quoted)}`).values).toEqual([quoted]);
    const message = { type: 'assistant', message: { type: 'message', content: [{ type: 'text', text: 'hi' }] } };
    expect(valuesIn(line(message).slice(10))).toEqual({ values: [], isWhole: false });
  });

  it('takes linear time', () => {
    for (const piece of ['{"type":', '{"type":"', '{"uuid":"\\"', '{"a":{"type":1}', '{"type":"a","uuid":"b"}']) {
      const started = process.cpuUsage();
      valuesIn(piece.repeat(1_000_000 / piece.length));
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(1500);
    }
  });
});
