import { yearCardFile } from '#site/components/archive/year-card-file.ts';

/** The card of a year: numbers only, scanned like a figure of a post. */
export async function GET({ params: { year = '' } }: { params: { year?: string } }): Promise<Response> {
  const file = await yearCardFile(year);
  if (file === null) return new Response('There is no such card.\n', { status: 404 });
  return new Response(file, { headers: { 'Content-Type': 'image/svg+xml' } });
}
