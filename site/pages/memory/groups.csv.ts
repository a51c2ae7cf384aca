import { memoryRecord } from '#site/data.ts';
import { csv } from '#src/lib/text/escape.ts';

/** All mistakes, one per line. `id` is the oldest miss, as named in `clusters.yml`. */
export async function GET(): Promise<Response> {
  const header = ['id', 'name', 'project', 'state', 'misses', 'despite_a_memory', 'hits', 'first', 'last', 'memory'];
  const rows = (await memoryRecord()).groups.map(({ id, name, project, state, misses, hits, memory }) => [
    id,
    name,
    project.slug,
    state,
    misses.length,
    misses.filter(({ kind }) => kind === 'despite').length,
    hits.length,
    misses[0]?.event.date ?? null,
    misses.at(-1)?.event.date ?? null,
    memory?.file ?? null,
  ]);
  return new Response(csv(header, rows), { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
}
