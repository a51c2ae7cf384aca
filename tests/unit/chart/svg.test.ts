import { describe, expect, it } from 'vitest';
import { GLYPH_SYMBOLS } from '#src/chart/glyphs.ts';
import { svg } from '#src/chart/svg.ts';
import { TAG_ORDER, TAGS } from '#src/format/tags.ts';

describe('svg', () => {
  it('escapes values, but not its own drawings', () => {
    const label = '"><script>alert(1)</script>&amp;\'';
    const drawing = svg`<g title="${label}">${[svg`<text>${label}</text>`, svg`<path/>`]}</g>`;
    expect(drawing.markup).not.toMatch(/<script|"">|'/);
    expect(drawing.markup).toContain(
      '<text>&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;amp;&#39;</text><path/></g>',
    );
  });
});

describe('glyphs', () => {
  it('have one symbol for each tag', () => {
    expect([...TAG_ORDER].sort()).toEqual([...TAGS].sort());
    expect([...GLYPH_SYMBOLS.markup.matchAll(/<symbol id="g-([A-Z-]+)"/g)].map(([, tag]) => tag)).toEqual(TAG_ORDER);
  });
});
