import type { ChronicleEvent } from '../../chronicle/chronicle.ts';
import type { Session } from '../../chronicle/session.ts';
import type { Tag } from '../../chronicle/tags.ts';
import { counted } from '../../text/day.ts';
import { type ContextItem, type ContextSection, indentedLines, shortLine } from './context-document.ts';

/** What says most about memory is cut last. */
const RANKS: Record<Tag, number> = {
  'MEMORY-MISS': 0,
  'USER-CORRECTION': 1,
  'MEMORY-HIT': 2,
  ERROR: 3,
  PIVOT: 4,
  INSIGHT: 5,
  BLOCKED: 6,
  DECISION: 7,
};
const LINE = 400;
const BRIEF = 160;
const DETAIL_LINES = 12;
const DETAIL = 240;

/** The events of a session, in its order. */
export function eventSection(session: Session): ContextSection {
  const { frontMatter, events } = session.chronicle;
  return {
    heading: `## Events (${events.length})`,
    notes: [],
    items: events.map((event) => eventItem(event, frontMatter.date)),
    more: (count) =>
      `… and ${counted(count, 'more event')}: chronicle search session:${session.name}, with tag:decision and the like`,
  };
}

function eventItem({ id, tag, text, details, time, date }: ChronicleEvent, day: string): ContextItem {
  const when = date === day ? (time ?? '') : `${date} ${time ?? ''}`;
  const head = `${id.padEnd(9)} ${when.trim().padEnd(5)} ${tag.padEnd(15)} `;
  const lines = [`${head} ${shortLine(text, LINE)}`, ...indentedLines(details, DETAIL_LINES, DETAIL)];
  return { full: lines.join('\n'), brief: `${head} ${shortLine(text, BRIEF)}`, rank: RANKS[tag] };
}
