import { describe, expect, it } from 'vitest';
import type { SessionStrip, StripMark } from '#src/archive/session-strip.ts';
import { GLYPH_SYMBOLS } from '#src/chart/glyphs.ts';
import { strip, stripFolds } from '#src/chart/strip.ts';
import { Layout, ROOMS, stacked } from '#src/chart/strip-layout.ts';
import { stripWords } from '#src/chart/strip-words.ts';

const START = Date.UTC(2026, 2, 24, 14) / 60_000;

describe('strip', () => {
  it('draws a found event hollow, and labels it', () => {
    const { markup } = strip(aStrip({ marks: [aMark({ isFound: true })] }));
    expect(markup).toContain('data-found=""');
    expect(markup).toContain('<title>14:00 Error, found in the transcript: it broke</title>');
    expect(markup).toContain('href="#g-found-ERROR"');
    expect(GLYPH_SYMBOLS.markup).toMatch(/<symbol id="g-found-ERROR"[^>]*><path [^>]*stroke-dasharray=/);
  });

  it('places marks as percentages of the width, with links to the events', () => {
    const marks = [0, 30, 60].map((at) => aMark({ id: `e-00000${at}`, minute: START + at }));
    const { markup } = strip(aStrip({ marks }));
    expect([...markup.matchAll(/<\/title><svg x="([^"]+)"/g)].map(([, x]) => x)).toEqual(['0%', '50%', '100%']);
    expect([...markup.matchAll(/href="(#e-[^"]+)"/g)].map(([, href]) => href)).toEqual(marks.map(({ id }) => `#${id}`));
    expect(markup).not.toContain('viewBox');
    expect(markup).not.toContain('style=');
  });

  it('draws observations as bookmarks', () => {
    const { markup } = strip(aStrip({ marks: [aMark({ id: 'o-000001', kind: 'OBSERVATION', text: 'seen' })] }));
    expect(markup).toContain('<a href="#o-000001" tabindex="-1" data-tag="OBSERVATION">');
    expect(markup).toContain('<title>14:00 Observation: seen</title>');
    expect(markup).toContain('href="#g-bookmark"');
  });

  it('names the length of folded time, and divides the width by minutes', () => {
    const stretches = [
      { from: START, to: START + 45 },
      { from: START + 945, to: START + 960 },
    ];
    const { markup } = strip(aStrip({ stretches }));
    expect([...markup.matchAll(/class="strip-stretch" width="([^"]+)"/g)].map(([, width]) => width)).toEqual([
      '75%',
      '25%',
    ]);
    expect(markup).toContain('<title>15 h idle, 14:45 to 05:45</title>');
    expect(markup).toContain('Wed 25 Mar');
    expect(strip(aStrip({ stretches, isIdle: false })).markup).toContain(
      '<title>15 h no events, 14:45 to 05:45</title>',
    );
  });

  it('draws a link across folded time', () => {
    const stretches = [
      { from: START, to: START + 30 },
      { from: START + 930, to: START + 960 },
    ];
    const { markup } = strip(aStrip({ stretches, links: [{ from: START, to: START + 945, commit: null }] }));
    expect(markup).toContain('15 h 45<tspan class="wide"> to the pivot</tspan>');
    expect(markup).toMatch(/class="strip-band"(?:(?!<\/rect>).)*class="strip-link"/);
  });

  it('never draws text of a transcript as markup', () => {
    const text = '"><script>alert(1)</script>';
    const given = {
      commits: [{ minute: START, hash: 'a1b2c3d', subject: text }],
      pullRequests: [{ minute: START, number: 1, title: text }],
    };
    const { markup } = strip(aStrip({ ...given, prompts: [{ minute: START, number: 1, anchor: 'prompt-1', text }] }));
    expect(markup).not.toMatch(/<script|"">/);
  });

  it('numbers every tenth of many prompts', () => {
    const prompts = Array.from({ length: 50 }, (_, i) => ({
      minute: START + i,
      number: i + 1,
      anchor: `prompt-${i + 1}`,
      text: '',
    }));
    const { markup } = strip(aStrip({ prompts }));
    expect([...markup.matchAll(/text-anchor="middle">(\d+)<\/text><\/g>/g)].map(([, number]) => number)).toEqual([
      '1',
      '10',
      '20',
      '30',
      '40',
      '50',
    ]);
  });
});

describe('stripWords', () => {
  it('counts observations apart and names what is folded', () => {
    const marks = [
      aMark({ time: '14:30', minute: START + 30 }),
      aMark({ kind: 'OBSERVATION', time: '14:10', minute: START + 10 }),
    ];
    expect(stripWords(aStrip({ marks }))).toBe('1 event and 1 observation, 14:10 to 14:30');
    const stretches = [
      { from: START, to: START + 30 },
      { from: START + 90, to: START + 95 },
    ];
    const links = [{ from: START + 2, to: START + 20, commit: null }];
    expect(stripWords(aStrip({ marks, stretches, links }))).toBe(
      '1 event and 1 observation, 14:10 to 14:30. Folded: 1 h idle. The error of 14:02 ended after 18 min',
    );
  });
});

describe('stacked', () => {
  it('puts misses and errors on top, and lets decisions give way', () => {
    const kinds = ['MEMORY-MISS', 'DECISION', 'ERROR', 'INSIGHT', 'DECISION', 'ERROR', 'PIVOT', 'BLOCKED'] as const;
    const marks = kinds.map((kind) => aMark({ kind, minute: START + 1 }));
    const stretches = [{ from: START, to: START + 600 }];
    const [stack, ...others] = stacked(marks, stretches, new Layout(stretches, ROOMS.wide));
    expect(others).toEqual([]);
    expect(stack?.marks.map(({ kind }) => kind)).toEqual([
      'INSIGHT',
      'BLOCKED',
      'PIVOT',
      'ERROR',
      'ERROR',
      'MEMORY-MISS',
    ]);
    expect(stack?.more).toBe(2);
  });

  it('leaves a mark that is alone at its minute', () => {
    const marks = [aMark({ minute: START + 7 }), aMark({ minute: START + 200 })];
    const stretches = [{ from: START, to: START + 600 }];
    expect(stacked(marks, stretches, new Layout(stretches, ROOMS.narrow)).map(({ minute }) => minute - START)).toEqual([
      7, 200,
    ]);
  });
});

describe('stripFolds', () => {
  it('tells how wide bands can be', () => {
    const folds = [1, 3, 4, 5, 6].map((length) => {
      const stretches = Array.from({ length }, (_, i) => ({ from: START + i * 100, to: START + i * 100 + 10 }));
      return stripFolds(aStrip({ stretches }));
    });
    expect(folds).toEqual(['few', 'few', 'some', 'some', 'many']);
  });
});

function aMark(given: Partial<StripMark> = {}): StripMark {
  return {
    id: 'e-000001',
    kind: 'ERROR',
    isFound: false,
    time: '14:00',
    text: 'it broke',
    minute: START,
    ...given,
  };
}

function aStrip(given: Partial<SessionStrip> = {}): SessionStrip {
  return {
    stretches: [{ from: START, to: START + 60 }],
    isIdle: true,
    marks: [],
    untimed: 0,
    phases: [],
    prompts: [],
    commits: [],
    pullRequests: [],
    tests: [],
    links: [],
    ...given,
  };
}
