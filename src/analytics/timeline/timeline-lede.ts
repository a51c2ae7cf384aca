import { counted } from '../../text/day.ts';
import type { Lanes } from './lanes.ts';
import type { TimelinePage } from './timeline.ts';

/** How to read a timeline: `One mark for each event, stacked by half week. Follow a mark to its session.` */
export function timelineLede({ isWhole, period }: TimelinePage, { isByEvent, unit }: Lanes): string {
  const quarter = isWhole ? `${period.title}, the newest quarter: ` : '';
  const shown = period.name === '' ? '' : `${quarter}${counted(period.events, 'event')}. `;
  return `${shown}${
    isByEvent
      ? `One mark for each event, stacked by ${unit}. Follow a mark to its session.`
      : `One bar for every ${unit}, as high as it has events. Follow a bar to where they are listed.`
  }`;
}
