import { allSessions } from '#site/data.ts';
import { lanesDrawing } from '#src/chart/lanes.ts';
import { standalone } from '#src/chart/standalone.ts';
import { TAG_ORDER } from '#src/chronicle/tags.ts';
import { dayRange } from '#src/text/day.ts';
import { lanesOf } from '#src/timeline/lanes.ts';
import { timelinePages } from '#src/timeline/timeline.ts';

/** The lanes of the first timeline page as SVG. */
export async function GET(): Promise<Response> {
  const period = timelinePages(await allSessions()).get('')?.period;
  if (!period || period.events + period.candidates === 0) return new Response(null, { status: 404 });
  const drawing = lanesDrawing(`Events by tag, ${dayRange(period.first, period.last)}`, lanesOf(period, TAG_ORDER));
  return new Response(standalone(drawing), { headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' } });
}
