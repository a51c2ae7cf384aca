import { memoryRecord } from '#site/data.ts';
import { csv } from '#src/text/csv.ts';

/** Hits, misses and sessions of each month. */
export async function GET(): Promise<Response> {
  const header = ['month', 'sessions', 'misses_per_10_sessions', 'hits', 'misses', 'hit_share'];
  const rows = (await memoryRecord()).trends.rates.map(({ month, sessions, perTen, hits, misses, hitShare }) => [
    month,
    sessions,
    Number(perTen.toFixed(2)),
    hits,
    misses,
    hitShare === null ? null : Number(hitShare.toFixed(3)),
  ]);
  return new Response(csv(header, rows), { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
}
