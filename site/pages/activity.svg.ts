import { calendar } from '#src/chart/calendar.ts';
import { standalone } from '#src/chart/standalone.ts';
import { activity } from '../data.ts';

const NO_ACTIVITY = { weeks: [], first: '', last: '', begins: null, isBackfilled: false };

/** The calendar of the overview as SVG. */
export async function GET(): Promise<Response> {
  const drawn = standalone(calendar((await activity()) ?? NO_ACTIVITY));
  return new Response(drawn, { headers: { 'Content-Type': 'image/svg+xml' } });
}
