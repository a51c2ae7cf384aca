import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isBookkeeping, readLines } from '#src/node/import/read-lines.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

let directory = '';
beforeAll(() => {
  directory = temporaryDirectory('lines');
});

function linesOf(text: string, longest = 1e9, isSkipped: (line: Buffer) => boolean = () => false) {
  const path = join(directory, 'x.jsonl');
  writeFileSync(path, text);
  const lines: [number, string][] = [];
  const line = (bytes: Buffer, number: number) => void lines.push([number, bytes.toString()]);
  return { lines, left: readLines(path, { line, isSkipped, longest }) };
}

describe('readLines', () => {
  it('gives each non-blank line with its number, also a last line without an end', () => {
    expect(linesOf('a\n\nb\r\nc')).toEqual({
      lines: [
        [1, 'a'],
        [3, 'b\r'],
        [4, 'c'],
      ],
      left: { tooLong: 0, isTorn: true },
    });
  });

  it('joins lines that are longer than a chunk', () => {
    const long = 'é'.repeat(1_600_000);
    const { lines } = linesOf(`a\n${long}\nb\n`);
    expect(lines).toEqual([
      [1, 'a'],
      [2, long],
      [3, 'b'],
    ]);
  });

  it('counts lines that are too long, and skips others without counting', () => {
    const skipped = `skip${'x'.repeat(3_000_000)}`;
    const { lines, left } = linesOf(`${skipped}\n${'y'.repeat(2_500_000)}\nb\nskip\n`, 2_000_000, (line) =>
      line.subarray(0, 4).equals(Buffer.from('skip')),
    );
    expect([lines, left]).toEqual([[[3, 'b']], { tooLong: 1, isTorn: false }]);
  });

  it('equals splitting at line breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', 'é') }), (text) => {
        const wanted = text.split('\n').flatMap((line, n) => (line === '' ? [] : [[n + 1, line]]));
        expect(linesOf(text).lines).toEqual(wanted);
      }),
      { numRuns: 50 },
    );
  });

  it('follows no link and reads no directory', () => {
    symlinkSync(join(directory, 'x.jsonl'), join(directory, 'link.jsonl'));
    const reading = { line: () => {}, isSkipped: () => false, longest: 9 };
    const code = (path: string) => expect.objectContaining({ code: path });
    expect(() => readLines(join(directory, 'link.jsonl'), reading)).toThrow(code('ELOOP'));
    expect(() => readLines(directory, reading)).toThrow(code('EINVAL'));
  });
});

describe('isBookkeeping', () => {
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
  ])('%j: %s', (record, is) => {
    expect(isBookkeeping(Buffer.from(JSON.stringify(record)))).toBe(is);
  });
});
