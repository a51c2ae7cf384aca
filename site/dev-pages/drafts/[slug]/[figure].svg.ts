import { drafts } from '#site/data.ts';
import { standalone } from '#src/chart/standalone.ts';

/** A figure of a draft's post as an SVG file, redacted like the post. */
export async function GET({ params }: { params: { slug?: string; figure?: string } }): Promise<Response> {
  const prepared = (await drafts()).find(({ resolved }) => resolved.draft.slug === params.slug);
  const figure = prepared?.post.figures.find(({ name }) => name === params.figure);
  if (!figure) return new Response('There is no such figure.\n', { status: 404 });
  return new Response(standalone(figure.drawing, { theme: 'light' }), { headers: { 'Content-Type': 'image/svg+xml' } });
}
