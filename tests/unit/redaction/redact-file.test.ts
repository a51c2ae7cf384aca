import { describe, expect, it } from 'vitest';
import { parseRedactFile, readRedactFile } from '#src/node/redaction/redact-file.ts';

describe('parseRedactFile', () => {
  it('reads names with what takes their place, and what is no finding', () => {
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

  it('says where it cannot use something, and uses the rest', () => {
    const text = 'names:\n  - Robin\n  - [a]\nallow: yes\nsecrets: [x]\n';
    const { names, problems } = parseRedactFile(text);
    expect(names).toHaveLength(1);
    expect(problems.map(({ code, line }) => `${code} ${line}`)).toEqual([
      'CHRONICLE_REDACT 3',
      'CHRONICLE_REDACT 4',
      'CHRONICLE_REDACT 5',
    ]);
  });

  it('refuses a replacement that says the name', () => {
    const { names, problems } = parseRedactFile('names:\n  Robin: our robin\n');
    expect(names).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(['CHRONICLE_REDACT']);
  });

  it('says that a name of one letter is too short, and takes a short one that its replacement only spells', () => {
    expect(parseRedactFile('names: [a]').problems[0]?.message).toContain('a name needs at least 2 characters');
    expect(parseRedactFile('names: [iv]')).toMatchObject({ names: [{ text: 'iv' }], problems: [] });
  });

  it('uses nothing of what is no YAML', () => {
    expect(parseRedactFile('names: [').problems.map(({ code }) => code)).toEqual(['CHRONICLE_REDACT_YAML']);
  });

  it.each(['', '\ufeff', '\r\n', 'names:\r\n', 'names: {}'])('is empty for %j', (text) => {
    expect(parseRedactFile(text)).toEqual({ names: [], allow: [], problems: [] });
  });
});

describe('readRedactFile', () => {
  it('is empty where there is no file', () => {
    expect(readRedactFile({ redact: '/nowhere/redact.yml' })).toEqual({ names: [], allow: [], problems: [] });
  });
});
