import { feedOf, jsonFeed } from '#src/archive/feed.ts';
import { allSessions, siteStatus } from '../data.ts';

export async function GET(): Promise<Response> {
  const { builtAt } = await siteStatus();
  return new Response(jsonFeed(feedOf(await allSessions(), builtAt)), {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}
