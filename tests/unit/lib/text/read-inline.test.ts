import { describe, expect, it } from 'vitest';
import { plainText } from '#src/lib/text/blocks.ts';
import { readInline } from '#src/lib/text/markdown.ts';

const text = (text: string) => ({ kind: 'text' as const, text });

describe('readInline', () => {
  it('reads inline code, emphasis and links', () => {
    expect(readInline('Use `git -C`, *never* **cd**, see [why](https://example.org/a)')).toEqual([
      text('Use '),
      { kind: 'code', text: 'git -C' },
      text(', '),
      { kind: 'emphasis', children: [text('never')] },
      text(' '),
      { kind: 'strong', children: [text('cd')] },
      text(', see '),
      { kind: 'link', href: 'https://example.org/a', children: [text('why')] },
    ]);
  });

  it.each([
    'plain words, nothing else',
    'git log --oneline "quoted" -- it\'s (c) ...',
    'snake_case_name, __init__.py and tests/_fixtures_/a.ts',
    'src/**/*.ts, *.md and **/*.js',
    '2*3*4 and a*b',
    '*args, **kwargs',
    'C:\\.claude\\_cache\\*.tmp',
    'printed &nbsp; and &lt;b&gt; twice',
    '<b>bold</b> <img src=x onerror=alert(1)>',
    '# no heading, - no list, 1. no list, > no quote',
    'a 400-character word: '.padEnd(420, 'x'),
    'שלום, 你好, 🦊 and \u202eoverride',
    '',
  ])('leaves ordinary text untouched: %s', (line) => {
    expect(readInline(line)).toEqual([text(line)]);
  });

  it('reads emphasis in prose whatever its script', () => {
    expect(readInline('(*so*), "**so**" and **重点**文字, _quietly_.').filter(({ kind }) => kind !== 'text')).toEqual([
      { kind: 'emphasis', children: [text('so')] },
      { kind: 'strong', children: [text('so')] },
      { kind: 'strong', children: [text('重点')] },
      { kind: 'emphasis', children: [text('quietly')] },
    ]);
  });

  it('keeps text with unclosed marks', () => {
    for (const line of ['*open', '`open', '[open](', '**open', '[a](b c)'])
      expect(plainText(readInline(line))).toContain(line.trim());
  });
});
