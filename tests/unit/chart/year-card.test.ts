import { describe, expect, it } from 'vitest';
import { yearFigures } from '#src/archive/year-figures.ts';
import { standalone } from '#src/chart/standalone.ts';
import { yearCard } from '#src/chart/year-card.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const SECRET = 'Zanzibar';
const body = `## Events\n\n- [DECISION] ${SECRET} one\n- [MEMORY-MISS] ${SECRET} two\n`;

/** A session of each of so many weeks of 2026, and one of another year. */
function figuresOf(weeks: number) {
  const sessions = Array.from({ length: weeks }, (_, week) => {
    const date = new Date(Date.UTC(2026, 0, 7 + 7 * week)).toISOString().slice(0, 10);
    return aSession({ date, body, project: SECRET, branch: SECRET });
  });
  const other = aSession({ date: '2025-06-01', body });
  return yearFigures('2026', [...sessions.reverse(), other], []);
}

describe('yearFigures', () => {
  it('counts the sessions and events of the year alone, without zeros', () => {
    const { numbers, counts, weeks } = figuresOf(12);
    expect(numbers).toEqual([{ value: '12', label: 'sessions' }]);
    expect([...counts]).toEqual([
      ['DECISION', 12],
      ['MEMORY-MISS', 12],
    ]);
    expect(weeks).toHaveLength(12);
  });

  it('names one of a thing as one', () => {
    const facts = someFacts({ head: { activeMinutes: 61 } }).head;
    const { numbers } = yearFigures('2026', [{ ...aSession({ date: '2026-05-01' }), facts }], []);
    expect(numbers.slice(0, 2)).toEqual([
      { value: '1', label: 'session' },
      { value: '1', label: 'hour active' },
    ]);
  });
});

describe('yearCard', () => {
  it.each([1, 12, 26, 27, 28, 51])(
    'fits %i weeks into 1200 by 630, with literal colours of the light theme',
    (weeks) => {
      const file = standalone(yearCard(figuresOf(weeks)), { theme: 'light' });
      expect(file).toContain('width="1200" height="630" viewBox="0 0 1200 630"');
      expect(file).not.toMatch(/NaN|Infinity|undefined|style=|class=|var\(|<a /);
      const cells = [...file.matchAll(/<rect fill="#\w+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g)];
      expect(cells.length).toBeGreaterThan(0);
      for (const [, x, y, size] of cells.map((cell) => cell.map(Number))) {
        expect((x ?? 0) + (size ?? 0)).toBeLessThanOrEqual(1129);
        expect((y ?? 0) + (size ?? 0)).toBeLessThanOrEqual(366);
        expect(x).toBeGreaterThanOrEqual(520);
      }
    },
  );

  it('contains numbers only', () => {
    const drawing = yearCard(figuresOf(12));
    expect(standalone(drawing, { theme: 'light' })).not.toContain(SECRET);
    expect(drawing.description).toBe('2026: 12 sessions. Events: 12 decisions, 12 memory misses.');
  });

  it('says one of a thing as one, in the picture and its description', () => {
    const drawing = yearCard(figuresOf(1));
    expect(drawing.description).toBe('2026: 1 session. Events: 1 decision, 1 memory miss.');
    expect(standalone(drawing, { theme: 'light' })).toMatch(/>decision<[\s\S]*>memory miss</);
  });
});
