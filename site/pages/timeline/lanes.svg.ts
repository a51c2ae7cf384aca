import { allSessions } from '#site/data.ts';
import { lanesDrawing } from '#src/chart/lanes.ts';
import { standalone } from '#src/chart/standalone.ts';
import { dayRange } from '#src/text/day.ts';
import { IN_A_FILE, lanesOf } from '#src/timeline/lanes.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { timelineRuns } from '#src/timeline/timeline-runs.ts';
import { EVERYTHING } from '#src/timeline/timeline-view.ts';

/** The lanes of the whole archive as SVG. */
export async function GET(): Promise<Response> {
  const timeline = timelineRuns(timelineDays(await allSessions()));
  if (timeline.runs.length === 0) return new Response(null, { status: 404 });
  const title = `Events by tag, ${dayRange(timeline.first, timeline.last)}`;
  const drawing = lanesDrawing(title, lanesOf(timeline, timeline, EVERYTHING, IN_A_FILE));
  return new Response(standalone(drawing), { headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' } });
}
