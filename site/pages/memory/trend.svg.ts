import { memoryRecord } from '#site/data.ts';
import { memoryChart } from '#src/chart/hit-miss-bars.ts';
import { standalone } from '#src/chart/standalone.ts';

/** The memory page's chart as a file. */
export async function GET(): Promise<Response> {
  const { trends } = await memoryRecord();
  return new Response(standalone(memoryChart(trends)), { headers: { 'Content-Type': 'image/svg+xml' } });
}
