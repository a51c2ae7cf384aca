import { sessionTable } from '../../../src/analytics/session-table.ts';
import { allSessions } from '../../data.ts';

/** All sessions in short, for the filters of the sessions page. */
export async function GET(): Promise<Response> {
  return Response.json(sessionTable(await allSessions()));
}
