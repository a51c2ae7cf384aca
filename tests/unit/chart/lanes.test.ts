import { describe, expect, it } from 'vitest';
import { laneAxis, laneShape } from '#src/chart/lane-shapes.ts';
import { lanesDrawing } from '#src/chart/lanes.ts';
import { overviewStrip } from '#src/chart/overview-strip.ts';
import { shape, toSvg } from '#src/chart/shape.ts';
import { standalone } from '#src/chart/standalone.ts';
import type { Session } from '#src/chronicle/session.ts';
import { IN_A_FILE, lanesOf, ON_PHONE } from '#src/timeline/lanes.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { timelineRuns } from '#src/timeline/timeline-runs.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { aSession, noted } from '../archive/a-session.ts';
import { count, HOSTILE, lines, percentages } from './marks.ts';

const BODY = '## Events\n\n- [ERROR] a\n- [ERROR] b\n- [PIVOT] c\n';
const SESSIONS = [
  aSession({ date: '2026-11-02', project: 'tidepool', body: BODY }),
  aSession({ date: '2026-09-15', body: BODY }),
  aSession({ date: '2026-09-14', body: BODY }),
];

function drawn(sessions: readonly Session[], kinds = ['error', 'pivot'], form = ON_PHONE) {
  const timeline = timelineRuns(timelineDays(sessions));
  const lanes = lanesOf(timeline, timeline, { kinds, projects: [] }, form);
  const drawings = lanes.lanes.map((lane) =>
    toSvg(laneShape(lane, lanes, ({ column }) => `/timeline/#d-${column.last}`)),
  );
  return { lanes, drawings };
}

describe('laneShape', () => {
  const { lanes, drawings } = drawn(SESSIONS);
  const [, errors] = drawings;

  it('has a mark for each event, stacked by column, and a scale', async () => {
    await expectGolden(drawings.map(lines).join('\n'), 'snapshots/lanes.svg');
    expect(errors && count(errors, '<a ')).toBe(6);
    expect(errors?.markup).toMatch(
      /class="lane-scale"[^>]*>4<.*class="lane-scale"[^>]*>0<.*class="lane-most"[^>]*>max 4</,
    );
  });

  it('draws found events hollow, as marks, as bars and in a file', () => {
    const candidate = (events: number) =>
      aSession({
        date: '2026-09-14',
        body: `## Events\n\n${'- [ERROR] a\n'.repeat(events)}- [ERROR] b\n  candidate: 7f4b\n`,
      });
    const few = drawn([candidate(1)], ['error']);
    expect(few.drawings[0]?.markup).toMatch(/data-found=""><use href="#g-found-ERROR"/);
    expect(few.drawings[0]?.markup).toContain('<desc>2 errors (1 found in transcripts).</desc>');
    expect(standalone(lanesDrawing('Events', few.lanes))).toContain('<symbol id="g-found-ERROR"');
    const many = drawn([candidate(31)], ['error']);
    expect(many.drawings[0] && count(many.drawings[0], 'class="fill-tag"')).toBe(1);
    expect(many.drawings[0] && count(many.drawings[0], 'class="stroke-tag" data-found=""')).toBe(1);
  });

  it('draws observations as bookmarks, as bars and in a file', () => {
    const observed = (most: number) => {
      const lines = Array.from({ length: most }, (_, n) => `- 10:00 [P2] Number ${n}\n`).join('');
      return drawn([noted('2026-09-14', `## Observations\n${lines}`)], ['observation']);
    };
    const { drawings, lanes } = observed(2);
    expect(drawings[0]?.markup).toMatch(
      /<a href="\/sessions\/inkwell\/2026-09-14-ink-1-x\/#o-[0-9a-f]{6}" tabindex="-1" data-run="0 0"><use href="#g-bookmark"/,
    );
    const file = standalone(lanesDrawing('Events', lanes));
    expect(file).toContain('<symbol id="g-bookmark"');
    expect(file).toContain('2 observations.');
    expect(file).not.toContain('OBSERVATION');
    expect(observed(8).drawings[0]?.markup).toContain(
      '<title>14 Sep 2026: 8 observations</title><rect class="fill-tag"',
    );
  });

  it('describes itself in words', () => {
    expect(errors?.markup).toContain('<title>Error</title><desc>6 errors.</desc>');
    expect(errors?.markup).toContain('<title>14 Sep to 17 Sep 2026: 4 errors</title>');
  });

  it('is fluid, and keeps its marks out of the tab order', () => {
    for (const drawing of drawings) {
      expect(drawing.markup).not.toMatch(/viewBox|style=|NaN|undefined/);
      expect(count(drawing, '<a ')).toBe(count(drawing, ' tabindex="-1"'));
      for (const percentage of percentages(drawing)) expect(percentage).toBeLessThanOrEqual(100);
    }
  });

  it('draws bars if there are too many marks, each with a link to its events', async () => {
    const body = `## Events\n\n${'- [ERROR] slip\n'.repeat(40)}- [PIVOT] c\n`;
    const { drawings: bars } = drawn([aSession({ date: '2026-09-16', body: BODY }), aSession({ body })]);
    await expectGolden(bars.map(lines).join('\n'), 'snapshots/lanes-as-bars.svg');
    expect(bars[1]?.markup).toContain('href="/timeline/#d-2026-09-14" tabindex="-1" data-days="2026-09-14 2026-09-14"');
    expect(bars[1]?.markup).not.toContain('<use');
  });

  it('labels months below', () => {
    const labels = toSvg(laneAxis(lanes)).markup.replace(/<[^>]*>/g, ' ');
    expect(labels.split(/\s+/).filter(Boolean)).toEqual(['Oct', 'Nov']);
  });
});

describe('lanesDrawing', () => {
  it('draws all lanes in one file', () => {
    const { lanes } = drawn(SESSIONS, ['error', 'pivot'], IN_A_FILE);
    const file = standalone(lanesDrawing('Events by tag', lanes));
    expect(file).toContain('<desc>3 pivots. 6 errors.</desc>');
    expect(file).not.toMatch(/<\/?a[ >]|href="\//);
    expect(count(lanesDrawing('Events by tag', lanes), '<use href="#g-')).toBe(9);
    for (const [, id] of file.matchAll(/<use href="#([^"]+)"/g)) expect(file).toContain(`id="${id}"`);
  });
});

describe('overviewStrip', () => {
  const timeline = timelineRuns(timelineDays(SESSIONS));
  const all = { first: '2026-09-14', last: '2026-11-08' };

  it('has a bar for each stretch with events, dark in the shown days, and a frame around them', () => {
    const { markup } = toSvg(overviewStrip(timeline, all, { first: '2026-10-12', last: '2026-11-08' }));
    expect(
      [...markup.matchAll(/class="(fill-level-\d)" data-days="([^"]*)"/g)].map(([, level, days]) => [level, days]),
    ).toEqual([
      ['fill-level-1', '2026-09-14 2026-09-17'],
      ['fill-level-3', '2026-11-02 2026-11-05'],
    ]);
    expect(markup).toMatch(/class="overview-frame" x="50%"[^>]* width="50%"/);
    expect(markup).toContain('aria-label="All events by half week, 14 Sep to 8 Nov 2026"');
    expect(markup.match(/>(?:14 Sep|Oct|Nov)</g)).toEqual(['>14 Sep<', '>Oct<', '>Nov<']);
  });
});

describe('toSvg', () => {
  it('escapes texts and attributes', () => {
    const { markup } = toSvg(shape('text', { href: HOSTILE }, HOSTILE));
    expect(markup).not.toContain('<script');
    expect(markup).toMatch(/^<text href="[^"<>]*">[^<>]*<\/text>$/);
  });
});
