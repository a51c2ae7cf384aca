import { allSessions } from '#site/data.ts';
import { archiveMonth } from '#src/archive/archive-files.ts';

/** The data of one month, for other programs. */
export async function GET({ params }: { params: { month?: string } }): Promise<Response> {
  const text = archiveMonth(await allSessions(), params.month ?? '');
  if (text === null) return new Response('No sessions in this month.\n', { status: 404 });
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
}
