import { yearCardFile } from '#site/components/archive/year-card-file.ts';
import { pictures } from '#site/data.ts';
import { CARD } from '#src/chart/year-card.ts';

/** The card of a year as the picture that other sites show. */
export async function GET({ params: { year = '' } }: { params: { year?: string } }): Promise<Response> {
  const file = await yearCardFile(year);
  if (file === null) return new Response('There is no such card.\n', { status: 404 });
  const picture = await pictures().png(file, CARD.width);
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
}
