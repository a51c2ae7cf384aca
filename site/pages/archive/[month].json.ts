import { allSessions, pageKey } from '#site/data.ts';
import { monthsOf } from '#src/archive/day-index.ts';
import { sessionVersion } from '#src/chronicle/session.ts';
import { archiveMonth } from '#src/feed/archive-files.ts';

export async function getStaticPaths() {
  return Promise.all(
    Array.from(monthsOf(await allSessions()), async ([month, sessions]) => ({
      params: { month },
      cacheKey: await pageKey(sessions.map(sessionVersion)),
    })),
  );
}

/** The data of one month, for other programs. */
export async function GET({ params }: { params: { month?: string } }): Promise<Response> {
  const text = archiveMonth(await allSessions(), params.month ?? '');
  if (text === null) return new Response('No sessions in this month.\n', { status: 404 });
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
}
