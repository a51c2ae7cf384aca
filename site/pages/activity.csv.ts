import { csv } from '#src/text/csv.ts';
import { activity } from '../data.ts';

/** The calendar of the overview as CSV. */
export async function GET(): Promise<Response> {
  const days = (await activity())?.weeks.flat() ?? [];
  const rows = days.map((day) => [day.date, day.events, day.isDespite ? 1 : 0, day.sessions]);
  return new Response(csv(['day', 'events', 'missed_despite_a_memory', 'sessions'], rows), {
    headers: { 'Content-Type': 'text/csv; charset=utf-8' },
  });
}
