import { outlines } from '#site/data.ts';
import { seriesYaml } from '#src/posts/series/series-yaml.ts';

/** A series' outline as a file that the archive reads; no secret of the owner's own file is in it. */
export async function GET({ params }: { params: { slug?: string } }): Promise<Response> {
  const found = (await outlines()).find(({ series }) => series.slug === params.slug);
  if (!found) return new Response('There is no such series.\n', { status: 404 });
  return new Response(seriesYaml(found.series), { headers: { 'Content-Type': 'application/yaml; charset=utf-8' } });
}
