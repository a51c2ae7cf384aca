import { describe, expect, it } from 'vitest';
import { memoryPathOf, patched } from '#src/transcript/memory-writes.ts';
import { memoryLineOf, newLines } from '#src/import/memory-lines.ts';
import { parseHistory } from '#src/memory/history.ts';
import { PROJECTS, sha1, Transcript } from '../import/transcript.ts';

const MEMORY = `${PROJECTS}/-home-robin-code-tidemark/memory`;
const began = () => new Transcript().prompt('work');

describe('memoryPathOf', () => {
  it.each([
    [`${MEMORY}/feedback_money.md`, 'feedback_money.md'],
    ['C:\\Users\\ada\\.claude\\projects\\C--Users-ada-ledger\\memory\\feedback_cents.md', 'feedback_cents.md'],
    ['~/.claude/projects/-a/memory/x.md', 'x.md'],
    [`${MEMORY}/MEMORY.md`, undefined],
    [`${MEMORY}/archive/x.md`, undefined],
    [`${MEMORY}/../memory/x.md`, undefined],
    ['/home/robin/notes/memory/x.md', undefined],
    [`${PROJECTS}/-a/chronicle/x.md`, undefined],
  ])('%s names %s', (path, file) => {
    expect(memoryPathOf(path, PROJECTS)?.file).toBe(file);
  });
});

it('makes no event of reading a memory', () => {
  const read = began()
    .call('Read', { file_path: `${MEMORY}/feedback_money.md` })
    .runs(`cat "${MEMORY}/feedback_money.md" | head`);
  expect(read.answers('Amounts are in cents.').found()).toEqual([]);
});

describe('a change to a memory', () => {
  const file_path = `${MEMORY}/feedback_money.md`;
  const linesOf = (transcript: Transcript) =>
    transcript.read().writes.map((write) => memoryLineOf(write, 'session-1', sha1));

  it('has the digest of a new file, or of a changed file after its patch', () => {
    const hunks = [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 2, lines: ['-b', '+B', '+modified'] }];
    const lines = linesOf(
      began()
        .call('Write', { file_path, content: 'asked' }, 'ok', {
          type: 'create',
          content: 'written',
          originalFile: null,
        })
        .call('Edit', { file_path, old_string: 'b', new_string: 'B' }, 'ok', {
          originalFile: 'a\nb\nc',
          structuredPatch: hunks,
        }),
    );
    expect(lines).toEqual([
      expect.objectContaining({
        id: `l-${sha1('record-1')}`,
        at: '2026-03-24T13:00:01Z',
        action: 'new',
        before: null,
        after: 'sha256 of written',
      }),
      expect.objectContaining({ action: 'changed', before: 'sha256 of a\nb\nc', after: 'sha256 of a\nB\nmodified\nc' }),
    ]);
    expect(parseHistory(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual({ value: lines, problems: [] });
  });

  it('has no digest in formats that do not record the text', () => {
    expect(
      linesOf(
        began().call('Edit', { file_path, old_string: 'a', new_string: 'b' }, 'ok', 'The file has been updated.'),
      ),
    ).toEqual([expect.objectContaining({ action: 'changed', before: null, after: null })]);
  });

  it('is not recorded twice, or after a hook, unless it knew only the date of the file', () => {
    const [line] = linesOf(
      began().call('Write', { file_path }, 'ok', { type: 'create', content: 'x', originalFile: null }),
    );
    if (!line) return expect.unreachable('there is no line');
    const seen = { ...line, id: 'l-1', source: 'seen' as const };
    expect(newLines([line, line], [])).toEqual([line]);
    expect(newLines([line], [line])).toEqual([]);
    expect(newLines([line], [seen])).toEqual([]);
    expect(newLines([line], [{ ...seen, dated: 'file' }])).toEqual([line]);
    expect(newLines([line], [{ ...seen, after: 'other' }])).toEqual([line]);
  });

  it('is no pivot when it is reverted', () => {
    expect(
      began()
        .call('Write', { file_path }, 'ok', { type: 'create', content: 'x', originalFile: null })
        .runs(`rm ${file_path}`)
        .found(),
    ).toEqual([]);
  });
});

describe('patched', () => {
  it('is null for invalid hunks', () => {
    for (const hunks of [undefined, [], [{}], [{ oldStart: 'a' }], 'x']) expect(patched('a', hunks)).toBeNull();
    expect(patched(null, [{ oldStart: 1, oldLines: 0, lines: [] }])).toBeNull();
  });
});
