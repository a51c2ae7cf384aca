import { allSessions } from '#site/data.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { rowsFile } from '#src/timeline/timeline-rows.ts';

/** Some hundred rows of the timeline's list, for its script. */
export async function GET({ params }: { params: { number?: string } }): Promise<Response> {
  const { number = '' } = params;
  const isWritten = /^(?:0|[1-9]\d{0,6})$/.test(number);
  const rows = isWritten ? rowsFile(timelineDays(await allSessions()), Number(number)) : null;
  if (rows === null) return new Response('There are no such rows.\n', { status: 404 });
  return Response.json(rows);
}
