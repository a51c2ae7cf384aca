/** The ids of what is in sessions, for who pastes one into the palette. `site/model/names.ts` has the format. */
import { allSessions, listsOf } from '#site/data.ts';
import { idsFile } from '#site/model/names.ts';

export async function GET(): Promise<Response> {
  return Response.json(idsFile(await allSessions(), { listsOf }));
}
