import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMemoryText } from '#src/memory/memory-files.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const directory = temporaryDirectory('memory-text');
const mark = join(directory, 'ran');

const WRITES = `(require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''), {name: 'x'})`;

describe('readMemoryText', () => {
  it("reads Claude Code's format", () => {
    const raw =
      '---\nname: money-in-cents\ndescription: Amounts are integers\nmetadata:\n  type: feedback\n---\n\nUse cents.\n';
    expect(readMemoryText(raw)).toEqual({
      raw,
      name: 'money-in-cents',
      description: 'Amounts are integers',
      type: 'feedback',
      body: 'Use cents.',
      fault: null,
    });
  });

  it('reads a type at the top, a BOM and CRLF', () => {
    const text = readMemoryText('\ufeff---\r\nname: a\r\ndescription: b\r\ntype: user\r\n---\r\nText\r\nmore\r\n');
    expect(text).toMatchObject({ name: 'a', description: 'b', type: 'user', body: 'Text\nmore', fault: null });
  });

  it('keeps scalars as they are written', () => {
    expect(readMemoryText('---\nname: 12:30\ndescription: 1_000\n---\n')).toMatchObject({
      name: '12:30',
      description: '1_000',
    });
  });

  it('reads a file without front matter as text', () => {
    expect(readMemoryText('Just words')).toMatchObject({ name: '', type: null, body: 'Just words', fault: null });
    expect(readMemoryText('')).toMatchObject({ body: '', fault: null });
  });

  it.each(['---js', '--- js', '---javascript', '---JS', '---json', '---coffee', '---toml', '\ufeff---js'])(
    'runs nothing that begins with %s',
    (opening) => {
      const text = readMemoryText(`${opening}\n${WRITES}\n---\nbody\n`);
      expect(text).toMatchObject({ name: '', fault: 'its first line is not exactly ---' });
      expect(existsSync(mark)).toBe(false);
    },
  );

  it.each([
    ['never closed', '---\nname: a\n', 'its front matter is never closed'],
    ['not YAML', '---\nname: [a\n---\n', 'its front matter is not YAML'],
    ['a key twice', '---\nname: a\nname: b\n---\n', 'its front matter is not YAML'],
    ['nested too deeply', `---\nname: ${'['.repeat(10_000)}\n---\n`, 'its front matter is not YAML'],
    ['an alias bomb', `---\na: &a [x, x]\nb: &b [*a, *a]\nname: *b\n---\n`, 'its front matter is not YAML'],
    ['very long', `---\n${'k: v\n'.repeat(5000)}---\n`, 'its front matter is longer than 16 KiB'],
  ])('says what is wrong with one that is %s', (_, text, fault) => {
    expect(readMemoryText(text)).toMatchObject({ name: '', type: null, fault });
  });

  it('never throws and keeps the text', () => {
    const lines = fc.array(
      fc.oneof(fc.constantFrom('---', '--- ', '---js', 'name: a', 'metadata:', '  type: user', '- x', ''), fc.string()),
    );
    fc.assert(
      fc.property(lines, (parts) => {
        const raw = parts.join('\n');
        expect(readMemoryText(raw).raw).toBe(raw);
      }),
    );
  });
});
