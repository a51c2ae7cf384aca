import { memoryBook } from '#site/data.ts';
import { recurrenceTable } from '#src/memory/effect/recurrence.ts';
import { csv } from '#src/text/csv.ts';

/** The numbers of the recurrence curve: counted sessions since a memory was written, and the share that has not come back. */
export async function GET(): Promise<Response> {
  const header = ['sessions_since', 'followed', 'came_back', 'share_quiet', 'low_90', 'high_90'];
  const rows = recurrenceTable((await memoryBook()).recurrence);
  return new Response(csv(header, rows), { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
}
