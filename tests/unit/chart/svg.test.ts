import { describe, expect, it } from 'vitest';
import { GLYPH_SYMBOLS } from '#src/chart/glyphs.ts';
import { strip } from '#src/chart/strip.ts';
import { svg } from '#src/chart/svg.ts';
import { TAG_ORDER, TAGS } from '#src/chronicle/tags.ts';

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

describe('strip', () => {
  it('draws an unconfirmed event dashed, and labels it', () => {
    const mark = { id: 'e-000001', kind: 'ERROR', isCandidate: true, time: '14:00', at: 0 } as const;
    const { markup } = strip([mark], '14:00', '1 h later');
    expect(markup).toContain('data-candidate=""');
    expect(markup).toContain('<title>14:00 Error, unconfirmed</title>');
    expect(markup).toContain('href="#g-candidate-ERROR"');
    expect(GLYPH_SYMBOLS.markup).toMatch(/<symbol id="g-candidate-ERROR"[^>]*><path [^>]*stroke-dasharray=/);
  });

  it('places marks as percentages of the width, with links to the events', () => {
    const { markup } = strip(
      [
        { id: 'e-000001', kind: 'DECISION', isCandidate: false, time: '14:00', at: 0 },
        { id: 'e-000002', kind: 'ERROR', isCandidate: false, time: '14:30', at: 0.5 },
        { id: 'e-000003', kind: 'PIVOT', isCandidate: false, time: '15:00', at: 1 },
      ],
      '14:00',
      '1 h later',
    );
    expect([...markup.matchAll(/<svg x="([^"]+)"/g)].map(([, x]) => x)).toEqual(['1%', '50%', '99%']);
    expect([...markup.matchAll(/href="(#e-[^"]+)"/g)].map(([, href]) => href)).toEqual([
      '#e-000001',
      '#e-000002',
      '#e-000003',
    ]);
    expect(markup).toContain('aria-label="3 timed events, 14:00 to 15:00"');
    expect(markup).not.toContain('viewBox');
    expect(markup).not.toContain('style=');
  });

  it('marks observations apart, and counts them apart', () => {
    const { markup } = strip(
      [
        { id: 'e-000001', kind: 'ERROR', isCandidate: false, time: '14:30', at: 1 },
        { id: 'o-000001', kind: 'OBSERVATION', isCandidate: false, time: '14:10', at: 0.3 },
      ],
      '14:00',
      '30 min later',
    );
    expect(markup).toContain('<a href="#o-000001" tabindex="-1" aria-hidden="true" data-tag="OBSERVATION">');
    expect(markup).toContain('<title>14:10 Observation</title>');
    expect(markup).toContain('href="#g-bookmark"');
    expect(markup).toContain('aria-label="1 timed event and 1 observation, 14:10 to 14:30"');
  });
});
