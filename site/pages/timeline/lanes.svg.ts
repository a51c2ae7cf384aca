import { allSessions } from '#site/data.ts';
import { lanesDrawing } from '#src/chart/lanes.ts';
import { standalone } from '#src/chart/standalone.ts';
import { dayRange } from '#src/text/day.ts';
import { lanesOf } from '#src/timeline/lanes.ts';
import { rowsIn } from '#src/timeline/period.ts';
import { laneKinds, timelinePages } from '#src/timeline/timeline.ts';

/** The lanes of the first timeline page as SVG. */
export async function GET(): Promise<Response> {
  const page = timelinePages(await allSessions()).get('');
  if (!page || rowsIn(page.period) === 0) return new Response(null, { status: 404 });
  const { period } = page;
  const title = `Events by tag, ${dayRange(period.first, period.last)}`;
  const drawing = lanesDrawing(title, lanesOf(period, laneKinds(page)));
  return new Response(standalone(drawing), { headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' } });
}
