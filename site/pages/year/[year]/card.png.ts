import { yearCardFile } from '#site/components/archive/year-card-file.ts';
import { allSessions, pageKey, pictures } from '#site/data.ts';
import { yearsOf } from '#src/archive/year.ts';
import { CARD } from '#src/chart/year-card.ts';

export async function getStaticPaths() {
  return Promise.all(
    yearsOf(await allSessions()).map(async (year) => ({
      params: { year },
      cacheKey: await pageKey(await yearCardFile(year)),
    })),
  );
}

/** The card of a year as the picture that other sites show. */
export async function GET({ params: { year = '' } }: { params: { year?: string } }): Promise<Response> {
  const file = await yearCardFile(year);
  if (file === null) return new Response('There is no such card.\n', { status: 404 });
  const picture = await pictures().png(file, CARD.width);
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
}
