import { archiveIndex } from '../../../src/feed/archive-files.ts';
import { allSessions, siteStatus } from '../../data.ts';

/** Which files hold the archive, for other programs. */
export async function GET(): Promise<Response> {
  const { builtAt } = await siteStatus();
  return new Response(archiveIndex(await allSessions(), builtAt), { headers: { 'Content-Type': 'application/json' } });
}
