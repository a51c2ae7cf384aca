import { describe, expect, it } from 'vitest';
import { type LaneLinks, laneAxis, laneDrawing, lanesDrawing } from '#src/chart/lanes.ts';
import { standalone } from '#src/chart/standalone.ts';
import type { Session } from '#src/chronicle/session.ts';
import { OBSERVATION } from '#src/timeline/lane-kind.ts';
import { lanesOf } from '#src/timeline/lanes.ts';
import { wholePeriod } from '#src/timeline/period.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { aSession, noted } from '../archive/a-session.ts';
import { count, lines, percentages } from './marks.ts';

const BODY = '## Events\n\n- [ERROR] a\n- [ERROR] b\n- [PIVOT] c\n';
const SESSIONS = [
  aSession({ date: '2026-11-02', project: 'tidepool', body: BODY }),
  aSession({ date: '2026-09-15', body: BODY }),
  aSession({ date: '2026-09-14', body: BODY }),
];
const LINKS: LaneLinks = {
  numberOf: (slug) => (slug === 'tidepool' ? 1 : 0),
  addressOf: ({ column }) => `/timeline/#d-${column.last}`,
};

function drawn(sessions: readonly Session[]) {
  const lanes = lanesOf(wholePeriod(timelineDays(sessions), null), ['ERROR', 'PIVOT']);
  return { lanes, drawings: lanes.lanes.map((lane) => laneDrawing(lane, lanes, LINKS)) };
}

describe('laneDrawing', () => {
  const { lanes, drawings } = drawn(SESSIONS);
  const [errors] = drawings;

  it('has a mark for each event, stacked by column', async () => {
    await expectGolden(drawings.map(lines).join('\n'), 'snapshots/lanes.svg');
    expect(errors && count(errors, '<a ')).toBe(6);
    expect(errors?.height).toBe(42);
  });

  it('draws unconfirmed events dashed, as marks, as bars and in a file', () => {
    const candidate = (events: number) =>
      aSession({
        date: '2026-09-14',
        body: `## Events\n\n${'- [ERROR] a\n'.repeat(events)}- [ERROR] b\n  candidate: 7f4b\n`,
      });
    const few = drawn([candidate(1)]);
    expect(few.drawings[0]?.markup).toMatch(/data-candidate=""><use href="#mark-candidate-ERROR"/);
    expect(few.drawings[0]?.description).toBe('1 error (1 more unconfirmed).');
    expect(standalone(lanesDrawing('Events', few.lanes))).toContain('<symbol id="g-candidate-ERROR"');
    const many = drawn([candidate(31)]);
    expect(many.drawings[0] && count(many.drawings[0], 'class="fill-tag"')).toBe(1);
    expect(many.drawings[0] && count(many.drawings[0], 'class="stroke-tag" data-candidate=""')).toBe(1);
  });

  it('draws observations as bookmarks, as bars and in a file', () => {
    const observed = (most: number) => {
      const lines = Array.from({ length: most }, (_, n) => `- 10:00 [P2] Number ${n}\n`).join('');
      const lanes = lanesOf(wholePeriod(timelineDays([noted('2026-09-14', `## Observations\n${lines}`)]), null), [
        OBSERVATION,
      ]);
      const [lane] = lanes.lanes;
      return { lanes, drawing: lane && laneDrawing(lane, lanes, LINKS) };
    };
    const { drawing, lanes } = observed(2);
    expect(drawing).toMatchObject({ title: 'Observation', description: '2 observations.' });
    expect(drawing?.markup).toMatch(
      /<a href="\/sessions\/inkwell\/2026-09-14-ink-1-x\/#o-[0-9a-f]{6}" tabindex="-1" data-p="0"><use href="#mark-bookmark"/,
    );
    const file = standalone(lanesDrawing('Events', lanes));
    expect(file).toContain('<symbol id="g-bookmark"');
    expect(file).toContain('2 observations.');
    expect(file).not.toContain('OBSERVATION');
    expect(observed(31).drawing?.markup).toContain('<title>14 Sep 2026: 31 observations</title><rect class="fill-tag"');
  });

  it('describes itself in words', () => {
    expect(errors).toMatchObject({ title: 'Error', description: '6 errors.' });
    expect(errors?.markup).toContain('<title>14 Sep to 17 Sep 2026: 4 errors</title>');
  });

  it('is fluid, and keeps its marks out of the tab order', () => {
    for (const drawing of drawings) {
      expect(drawing.markup).not.toMatch(/viewBox|style=/);
      expect(count(drawing, '<a ')).toBe(count(drawing, ' tabindex="-1"'));
      for (const percentage of percentages(drawing)) expect(percentage).toBeLessThanOrEqual(100);
    }
  });

  it('takes about a hundred bytes per mark', () => {
    const [mark = ''] = /<a .*?<\/a>/.exec(errors?.markup ?? '') ?? [];
    expect(mark.length).toBeLessThan(140);
  });

  it('draws bars if there are too many marks, each with a link to its events', async () => {
    const body = `## Events\n\n${'- [ERROR] slip\n'.repeat(40)}- [PIVOT] c\n`;
    const { drawings: bars } = drawn([aSession({ date: '2026-09-16', body: BODY }), aSession({ body })]);
    await expectGolden(bars.map(lines).join('\n'), 'snapshots/lanes-as-bars.svg');
    expect(bars[0]?.markup).toContain('href="/timeline/#d-2026-09-14"');
    expect(bars[0]?.markup).not.toContain('<use');
  });

  it('labels months below', () => {
    expect(
      laneAxis(lanes)
        .markup.replace(/<[^>]*>/g, ' ')
        .split(/\s+/)
        .filter(Boolean),
    ).toEqual(['Oct', 'Nov']);
  });
});

describe('lanesDrawing', () => {
  it('draws all lanes in one file', () => {
    const { lanes, drawings } = drawn(SESSIONS);
    const file = standalone(lanesDrawing('Events by tag', lanes));
    expect(file).toContain('<desc>6 errors. 3 pivots.</desc>');
    expect(file).not.toMatch(/<\/?a[ >]|href="\//);
    expect(count(lanesDrawing('Events by tag', lanes), '<use href="#mark-')).toBe(
      drawings.reduce((sum, drawing) => sum + count(drawing, '<a '), 0),
    );
    for (const [, id] of file.matchAll(/<use href="#([^"]+)"/g)) expect(file).toContain(`id="${id}"`);
  });
});
