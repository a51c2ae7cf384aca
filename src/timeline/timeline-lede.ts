import { countedEvents } from '../text/counted-events.ts';
import type { Lanes } from './lanes.ts';
import type { TimelinePage } from './timeline.ts';

/** How to read a timeline: `One mark for each event, stacked by half week. Follow a mark to its session.` */
export function timelineLede({ isWhole, period }: TimelinePage, { isByEvent, unit, lanes }: Lanes): string {
  const hasCandidates = lanes.some(({ candidates }) => candidates > 0);
  const quarter = isWhole ? `${period.title}, the newest quarter: ` : '';
  const shown = period.name === '' ? '' : `${quarter}${countedEvents(period.events, period.candidates)}. `;
  return `${shown}${
    isByEvent
      ? `One mark for each event, stacked by ${unit}. Follow a mark to its session.`
      : `One bar for every ${unit}, as high as it has events. Follow a bar to where they are listed.`
  }${hasCandidates ? ' What is drawn in dashes is a candidate that nobody confirmed, and counted apart.' : ''}`;
}
