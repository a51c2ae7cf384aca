import { memoryBook } from '#site/data.ts';
import { recurrenceChart } from '#src/chart/recurrence-curve.ts';
import { standalone } from '#src/chart/standalone.ts';

/** The memory page's recurrence curve as a file. */
export async function GET(): Promise<Response> {
  const { recurrence } = await memoryBook();
  return new Response(standalone(recurrenceChart(recurrence)), { headers: { 'Content-Type': 'image/svg+xml' } });
}
