import { describe, expect, it } from 'vitest';
import { parseRedactFile, readRedactFile } from '#src/redaction/redact-file.ts';

describe('parseRedactFile', () => {
  it('reads names with their replacements, and texts to ignore', () => {
    const { names, allow, problems } = parseRedactFile(
      'names:\n  Tidemark: the product\n  Robin:\nallow:\n  - build.internal\n',
    );
    expect(names.map(({ text, replacement }) => [text, replacement])).toEqual([
      ['Tidemark', 'the product'],
      ['Robin', '[name]'],
    ]);
    expect(allow).toEqual(['build.internal']);
    expect(problems).toEqual([]);
  });

  it('reads a plain list of names', () => {
    expect(parseRedactFile('names: [Tidemark, Robin]').names.map(({ text }) => text)).toEqual(['Tidemark', 'Robin']);
  });

  it('reports the place of anything invalid, and uses the rest', () => {
    const text = 'names:\n  - Robin\n  - [a]\nallow: yes\nsecrets: [x]\n';
    const { names, problems } = parseRedactFile(text);
    expect(names).toHaveLength(1);
    expect(problems.map(({ code, line }) => `${code} ${line}`)).toEqual([
      'CHRONICLE_REDACT 3',
      'CHRONICLE_REDACT 4',
      'CHRONICLE_REDACT 5',
    ]);
  });

  it('refuses a replacement that contains the name', () => {
    const { names, problems } = parseRedactFile('names:\n  Robin: our robin\n');
    expect(names).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(['CHRONICLE_REDACT']);
  });

  it('refuses a name of one letter, and takes a short name that is only part of a word in its replacement', () => {
    expect(parseRedactFile('names: [a]').problems[0]?.message).toContain('a name needs at least 2 characters');
    expect(parseRedactFile('names: [iv]')).toMatchObject({ names: [{ text: 'iv' }], problems: [] });
  });

  it('uses nothing if the file is not YAML', () => {
    expect(parseRedactFile('names: [').problems.map(({ code }) => code)).toEqual(['CHRONICLE_REDACT_YAML']);
  });

  it.each(['', '\ufeff', '\r\n', 'names:\r\n', 'names: {}'])('is empty for %j', (text) => {
    expect(parseRedactFile(text)).toEqual({ names: [], allow: [], problems: [] });
  });
});

describe('readRedactFile', () => {
  it('is empty without a file', () => {
    expect(readRedactFile({ redact: '/nowhere/redact.yml' })).toEqual({ names: [], allow: [], problems: [] });
  });
});
