import { seriesYaml } from '../../../src/narrative/series/series-yaml.ts';
import { series } from '../../data.ts';

export async function getStaticPaths() {
  return (await series()).map(({ slug }) => ({ params: { slug } }));
}

/** A series' outline as a file that the archive reads. */
export async function GET({ params }: { params: { slug?: string } }): Promise<Response> {
  const found = (await series()).find(({ slug }) => slug === params.slug);
  if (!found) return new Response('There is no such series.\n', { status: 404 });
  return new Response(seriesYaml(found), { headers: { 'Content-Type': 'application/yaml; charset=utf-8' } });
}
