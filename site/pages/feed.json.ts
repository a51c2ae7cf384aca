import { jsonFeed } from '#src/archive/feed.ts';
import { allSessions } from '../data.ts';

export async function GET(): Promise<Response> {
  return new Response(jsonFeed(await allSessions()), {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}
