import { describe, expect, it } from 'vitest';
import { standalone } from '#src/chart/standalone.ts';
import { drawFigure } from '#src/posts/export/figures.ts';
import type { FigureData } from '#src/posts/export/resolve-component.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aGroup } from '#tests/unit/memory/misses/a-group.ts';
import { archiveOf } from './draft-archive.ts';

const GROUP = aGroup({
  name: 'Guessed the port',
  misses: ['2026-08-03', '2026-08-19', '2026-09-14 despite'],
  hits: ['2026-09-22'],
  flags: [{ at: '2026-08-20T10:00:00Z', action: 'new' }],
});
const SESSIONS = [
  aSession({ date: '2026-09-14', body: '## Events\n\n- [ERROR] a\n- [ERROR] b\n- [MEMORY-MISS] c\n' }),
  aSession({ date: '2026-09-10', body: '## Events\n\n- [PIVOT] d\n' }),
];
const asItIs = (text: string) => text;

function drawn(figure: FigureData, edit: (text: string, what: string) => string = asItIs) {
  const drawing = drawFigure(figure, edit);
  return { ...drawing, file: standalone(drawing, {}) };
}

describe('drawFigure', () => {
  it('draws a lifeline over all its marks, with months and a description', () => {
    const { title, description, file } = drawn({ kind: 'lifeline', group: GROUP });
    expect(title).toBe('Guessed the port, 3 Aug to 22 Sep 2026');
    expect(description).toBe(
      '“Guessed the port”: 3 misses on 3 Aug, 19 Aug, 14 Sep; 1 of them despite a memory, on 14 Sep; 1 hit on 22 Sep; memory written or strengthened on 20 Aug; shown from 3 Aug to 22 Sep 2026.',
    );
    expect(file).toContain(`<title>${title}</title><desc>${description}</desc>`);
    expect(file).toContain('>Sep</text>');
  });

  it('draws a single mark in the middle of two weeks', () => {
    const { title, file } = drawn({ kind: 'lifeline', group: aGroup({ misses: ['2026-09-14'] }) });
    expect(title).toBe('Guessed the port, 8 Sep to 21 Sep 2026');
    expect(file).toMatch(/<svg color="[^"]+" x="(4[5-9]|5[0-5])/);
  });

  it('draws the days after the last mark if a memory was written then', () => {
    const group = aGroup({ misses: ['2026-08-03'], flags: [{ at: '2026-09-20T10:00:00Z', action: 'new' }] });
    expect(drawn({ kind: 'lifeline', group }).title).toBe('Guessed the port, 3 Aug to 20 Sep 2026');
  });

  it('draws a trend with its days and numbers', () => {
    const { trends } = archiveOf(SESSIONS).record;
    expect(drawn({ kind: 'miss-trend', trends })).toMatchObject({
      title: 'Memory hits and misses per week, 14 Sep to 20 Sep 2026',
      description: 'Memory hits and misses per week, 14 Sep to 20 Sep 2026: no hits; 1 miss, 1 for the first time.',
    });
  });

  it('shows trends over years by month', () => {
    const miss = '## Events\n\n- [MEMORY-MISS] a\n- [MEMORY-HIT] b\n';
    const years = [aSession({ id: 'a', body: miss }), aSession({ id: 'b', date: '2024-10-02', body: miss })];
    expect(drawn({ kind: 'miss-trend', trends: archiveOf(years).record.trends }).title).toBe(
      'Memory hits and misses per month, October 2024 to September 2026',
    );
  });

  it('cuts a long name but keeps the days in the title', () => {
    const { title } = drawn({ kind: 'lifeline', group: aGroup({ name: 'port '.repeat(80) }) });
    expect(title).toMatch(/ port…, 8 Sep to 21 Sep 2026$/);
    expect(title.length).toBeLessThanOrEqual(88);
  });

  it('describes very many marks in at most 300 characters', () => {
    const days = Array.from({ length: 8 }, (_, i) => `202${5 + (i % 2)}-0${i + 1}-01`);
    const group = aGroup({
      misses: days.map((day) => `${day} despite`),
      hits: days,
      flags: days.map((day) => ({ at: `${day}T10:00:00Z`, action: 'new' })),
    });
    const { description } = drawn({ kind: 'lifeline', group });
    expect(description.length).toBeLessThanOrEqual(300);
    expect(description).toMatch(/^“Guessed the port”: 8 misses on .*…$/);
  });
});
