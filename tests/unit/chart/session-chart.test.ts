import { describe, expect, it } from 'vitest';
import type { ChartMark, SessionChart } from '#src/archive/session-chart.ts';
import { GLYPH_SYMBOLS } from '#src/chart/glyphs.ts';
import { sessionChart, sessionChartWords } from '#src/chart/session-chart.ts';
import { LabelRow, scaleOf, stacked } from '#src/chart/session-chart-scale.ts';

const START = Date.UTC(2026, 2, 24, 14) / 60_000;

describe('sessionChart', () => {
  it('draws a found event hollow, and labels it', () => {
    const { markup } = sessionChart(aChart({ marks: [aMark({ isFound: true })] }));
    expect(markup).toContain('data-found=""');
    expect(markup).toContain('<title>14:00 Error, found in the transcript: it broke</title>');
    expect(markup).toContain('href="#g-found-ERROR"');
    expect(GLYPH_SYMBOLS.markup).toMatch(/<symbol id="g-found-ERROR"[^>]*><path [^>]*stroke-dasharray=/);
  });

  it('places marks by their minutes, with links to the events', () => {
    const marks = [0, 30, 60].map((at) => aMark({ id: `e-00000${at}`, minute: START + at }));
    const { markup } = sessionChart(aChart({ marks }));
    const places = [...markup.matchAll(/<use [^>]* x="([^"]+)"/g)].map(([, x]) => Number(x));
    expect((places[1] ?? 0) - (places[0] ?? 0)).toBeCloseTo((places[2] ?? 0) - (places[1] ?? 0));
    for (const place of places) expect(place > 70 && place < 1104).toBe(true);
    expect([...markup.matchAll(/href="(#e-[^"]+)"/g)].map(([, href]) => href)).toEqual(marks.map(({ id }) => `#${id}`));
    expect(markup).not.toMatch(/style=|NaN|undefined/);
  });

  it('draws observations as bookmarks', () => {
    const { markup } = sessionChart(aChart({ marks: [aMark({ id: 'o-000001', kind: 'OBSERVATION', text: 'seen' })] }));
    expect(markup).toContain('<a href="#o-000001" tabindex="-1" data-tag="OBSERVATION">');
    expect(markup).toContain('<title>14:00 Observation: seen</title>');
    expect(markup).toContain('href="#g-bookmark"');
  });

  it('names the length of folded time', () => {
    const stretches = [
      { from: START, to: START + 45 },
      { from: START + 945, to: START + 960 },
    ];
    const { markup } = sessionChart(aChart({ stretches }));
    expect(markup).toContain('<title>15 h idle, 14:45 to 05:45</title>');
    expect(markup).toContain('Wed 25 Mar');
    expect(sessionChart(aChart({ stretches, isIdle: false })).markup).toContain(
      '<title>15 h no events, 14:45 to 05:45</title>',
    );
    const many = Array.from({ length: 24 }, (_, i) => ({ from: START + i * 100, to: START + i * 100 + 10 }));
    expect(sessionChart(aChart({ stretches: many })).markup).not.toMatch(/="-|NaN/);
  });

  it.each([
    ['alone', 10, 59, 'end'],
    ['just after a commit', 58, 59, 'start'],
    ['just after the last commit', 118, 119, 'end'],
  ])('keeps the number of a pull request clear of commits: %s', (_, commit, request, side) => {
    const commits = [{ minute: START + commit, hash: 'a1b2c3d', subject: 'x' }];
    const pullRequests = [{ minute: START + request, number: 47, title: 'y' }];
    const stretches = [{ from: START, to: START + 120 }];
    const { markup } = sessionChart(aChart({ stretches, commits, pullRequests }));
    const circle = Number(/cx="([\d.]+)"/.exec(markup)?.[1]);
    const [, x, anchor] = /x="([\d.]+)" y="[\d.]+" text-anchor="(\w+)">PR #47</.exec(markup) ?? [];
    expect(anchor).toBe(side);
    expect(Math.abs(Number(x) - circle)).toBeGreaterThanOrEqual(8);
  });

  it('never draws text of a transcript as markup', () => {
    const text = '"><script>alert(1)</script>';
    const given = {
      commits: [{ minute: START, hash: 'a1b2c3d', subject: text }],
      pullRequests: [{ minute: START, number: 1, title: text }],
    };
    const { markup } = sessionChart(
      aChart({ ...given, prompts: [{ minute: START, number: 1, anchor: 'prompt-1', text }] }),
    );
    expect(markup).not.toMatch(/<script|"">/);
  });
});

describe('sessionChartWords', () => {
  it('counts observations apart and names what is folded', () => {
    const marks = [
      aMark({ time: '14:30', minute: START + 30 }),
      aMark({ kind: 'OBSERVATION', time: '14:10', minute: START + 10 }),
    ];
    expect(sessionChartWords(aChart({ marks }))).toBe('1 event and 1 observation, 14:10 to 14:30');
    const stretches = [
      { from: START, to: START + 30 },
      { from: START + 90, to: START + 95 },
    ];
    const links = [{ from: START + 2, to: START + 20, commit: null }];
    expect(sessionChartWords(aChart({ marks, stretches, links }))).toBe(
      '1 event and 1 observation, 14:10 to 14:30. Folded: 1 h idle. The error of 14:02 ended after 18 min',
    );
  });
});

describe('stacked', () => {
  it('puts misses and errors on top, and lets decisions give way', () => {
    const kinds = ['MEMORY-MISS', 'DECISION', 'ERROR', 'INSIGHT', 'DECISION', 'ERROR', 'PIVOT', 'BLOCKED'] as const;
    const marks = kinds.map((kind) => aMark({ kind, minute: START + 1 }));
    const stretches = [{ from: START, to: START + 600 }];
    const [stack, ...others] = stacked(marks, scaleOf(stretches));
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
});

describe('LabelRow', () => {
  it('says what has room, in front of its place or behind it, and leaves out the rest', () => {
    const row = new LabelRow([[500, 600]]);
    expect(row.place(300, 50, ['start', 'end'], 6)).toEqual({ x: 306, anchor: 'start' });
    expect(row.place(310, 50, ['start'], 6)).toBe(null);
    expect(row.place(300, 50, ['start', 'end'], 6)).toEqual({ x: 294, anchor: 'end' });
    expect(row.place(480, 50, ['start', 'end'])).toEqual({ x: 480, anchor: 'end' });
    expect(row.place(550, 20, ['start', 'middle', 'end'])).toBe(null);
    expect(row.place(1100, 50, ['start', 'end'])).toEqual({ x: 1100, anchor: 'end' });
  });
});

function aMark(given: Partial<ChartMark> = {}): ChartMark {
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

function aChart(given: Partial<SessionChart> = {}): SessionChart {
  return {
    stretches: [{ from: START, to: START + 60 }],
    isIdle: true,
    marks: [],
    untimed: 0,
    prompts: [],
    commits: [],
    pullRequests: [],
    tests: [],
    links: [],
    ...given,
  };
}
