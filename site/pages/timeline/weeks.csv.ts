import { allSessions } from '#site/data.ts';
import { csv } from '#src/text/csv.ts';
import { timelineDays, weekCounts } from '#src/timeline/timeline-days.ts';

/** Events per week and tag, and observations per week, as CSV. */
export async function GET(): Promise<Response> {
  const counts = weekCounts(timelineDays(await allSessions()));
  const rows = counts.map(({ week, tag, events, found, observations }) => [week, tag, events, found, observations]);
  return new Response(csv(['week', 'tag', 'events', 'found', 'observations'], rows), {
    headers: { 'Content-Type': 'text/csv; charset=utf-8' },
  });
}
