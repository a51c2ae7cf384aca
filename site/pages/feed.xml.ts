import { atomFeed } from '#src/archive/feed.ts';
import { allSessions, siteStatus } from '../data.ts';

export async function GET(): Promise<Response> {
  const { builtAt } = await siteStatus();
  return new Response(atomFeed(await allSessions(), builtAt), {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  });
}
