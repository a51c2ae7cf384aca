import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml } from '#src/lib/text/escape.ts';

describe('escapeXml', () => {
  it('escapes markup in text and in quoted values', () => {
    expect(escapeXml(`<a b="c" d='e'>&amp;`)).toBe('&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;amp;');
  });

  it('removes only what XML forbids', () => {
    expect(escapeXml('a\u0000b\u0008\u000b\u001bc\ufffe\uffffd\ud800e\udc00f')).toBe('abcdef');
    expect(escapeXml('\t\n\r é אב 👩‍💻 \u{10ffff}')).toBe('\t\n\r é אב 👩‍💻 \u{10ffff}');
  });

  it('never lets markup or a forbidden character through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeXml(text);
        expect(escaped).not.toMatch(/[<>"']|&(?!#\d+;)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
        expect(escaped.isWellFormed()).toBe(true);
      }),
    );
  });
});
