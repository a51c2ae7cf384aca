import { isCandidate } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { candidateEvents, loggedEvents } from '#src/chronicle/logged-events.ts';
import { writtenDetails } from '#src/chronicle/provenance.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { counted } from '#src/text/day.ts';
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

/** The events of a session, in its order; candidates stand among them and say so. */
export function eventSection(session: Session): ContextSection {
  const { frontMatter, events } = session.chronicle;
  return {
    heading: `## Events (${loggedEvents(session.chronicle).length})`,
    notes: candidateNotes(candidateEvents(session.chronicle).length),
    items: events.map((event) => eventItem(event, frontMatter.date)),
    more: (count) =>
      `… and ${counted(count, 'more event')}: chronicle search session:${session.name}, with tag:decision and the like`,
  };
}

function candidateNotes(candidates: number): string[] {
  if (candidates === 0) return [];
  const many = candidates === 1 ? '1 candidate is' : `${candidates} candidates are`;
  return [`${many} listed as well: worked out from the transcript, confirmed by nobody, and evidence for nothing.`];
}

function eventItem(event: ChronicleEvent, day: string): ContextItem {
  const { id, tag, text, time, date } = event;
  const when = date === day ? (time ?? '') : `${date} ${time ?? ''}`;
  const head = `${id.padEnd(9)} ${when.trim().padEnd(5)} ${tag.padEnd(15)} ${isCandidate(event) ? ' candidate:' : ''}`;
  const lines = [`${head} ${shortLine(text, LINE)}`, ...indentedLines(writtenDetails(event), DETAIL_LINES, DETAIL)];
  return { full: lines.join('\n'), brief: `${head} ${shortLine(text, BRIEF)}`, rank: RANKS[tag] };
}
