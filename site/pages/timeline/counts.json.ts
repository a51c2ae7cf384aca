import { allSessions } from '#site/data.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { timelineFile } from '#src/timeline/timeline-file.ts';
import { timelineRuns } from '#src/timeline/timeline-runs.ts';

/** What each session has on each day, in numbers, for the script of the timeline. */
export async function GET(): Promise<Response> {
  return Response.json(timelineFile(timelineRuns(timelineDays(await allSessions()))));
}
