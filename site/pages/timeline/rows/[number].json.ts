import { allSessions, pageKey } from '#site/data.ts';
import { sessionVersion } from '#src/chronicle/session.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { rowsFile, sessionsInFile } from '#src/timeline/timeline-rows.ts';
import { timelineRuns } from '#src/timeline/timeline-runs.ts';

export async function getStaticPaths() {
  const days = timelineDays(await allSessions());
  return Promise.all(
    timelineRuns(days).files.map(async (_, number) => ({
      params: { number: String(number) },
      cacheKey: await pageKey(sessionsInFile(days, number).map(sessionVersion)),
    })),
  );
}

/** Some hundred rows of the timeline's list, for its script. */
export async function GET({ params }: { params: { number?: string } }): Promise<Response> {
  const rows = rowsFile(timelineDays(await allSessions()), Number(params.number));
  if (rows === null) return new Response('There are no such rows.\n', { status: 404 });
  return Response.json(rows);
}
