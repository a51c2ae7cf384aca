import { allSessions } from '#site/data.ts';
import { sessionTable } from '#src/archive/session-facets.ts';

/** All sessions in brief, for the filters of the sessions page. */
export async function GET(): Promise<Response> {
  return Response.json(sessionTable(await allSessions()));
}
