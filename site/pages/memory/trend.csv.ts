import { memoryRecord } from '#site/data.ts';
import { csv } from '#src/lib/text/escape.ts';

/** Hits and kinds of misses per week or month: the numbers of the memory page's chart. */
export async function GET(): Promise<Response> {
  const { unit, list } = (await memoryRecord()).trends.spans;
  const header = [unit === 'week' ? 'week_of' : 'month', 'hits', 'first_time', 'repeat', 'despite_a_memory'];
  const rows = list.map(({ begin, hits, misses }) => [begin, hits, misses.first, misses.repeat, misses.despite]);
  return new Response(csv(header, rows), { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
}
