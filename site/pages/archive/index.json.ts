import { allSessions, siteStatus } from '#site/data.ts';
import { archiveIndex } from '#src/archive/archive-files.ts';

/** The list of data files, for other programs. */
export async function GET(): Promise<Response> {
  const { builtAt } = await siteStatus();
  return new Response(archiveIndex(await allSessions(), builtAt), { headers: { 'Content-Type': 'application/json' } });
}
