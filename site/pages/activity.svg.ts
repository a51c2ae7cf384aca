import { activityOf, despiteDays } from '../../src/analytics/activity.ts';
import { calendar } from '../../src/chart/calendar.ts';
import { standalone } from '../../src/chart/standalone.ts';
import { allSessions, memoryRecord } from '../data.ts';

const NO_ACTIVITY = { weeks: [], first: '', last: '' };

/** The overview's calendar as a file. */
export async function GET(): Promise<Response> {
  const { groups } = await memoryRecord();
  const activity = activityOf(await allSessions(), despiteDays(groups)) ?? NO_ACTIVITY;
  return new Response(standalone(calendar(activity)), { headers: { 'Content-Type': 'image/svg+xml' } });
}
