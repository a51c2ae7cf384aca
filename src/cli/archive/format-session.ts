import { isCandidate } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { candidateEvents } from '#src/chronicle/logged-events.ts';
import type { Session } from '#src/chronicle/session.ts';
import { isBackfilled } from '#src/chronicle/session.ts';
import { sessionDocument } from '#src/chronicle/session-json.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { counted } from '#src/text/day.ts';
import { fitting } from '../terminal/output-limit.ts';
import { cells, TAG_WIDTH } from '../terminal/table.ts';
import { sessionEntry } from './format-list.ts';

/** More than anybody reads in a terminal; the file and --json have all. */
const EVENTS = 300;
const LINE = 400;
const DETAIL_LINES = 12;
const TEXT_LINES = 80;

/**
 * A session as text: title, facts, events with their ids, summary, narrative. What takes more than `limit` characters is
 * cut at whole events and lines, and counted; of summary and narrative a third of that is kept.
 */
export function formatSession(session: Session, limit = Number.POSITIVE_INFINITY): string {
  const { frontMatter, events } = session.chronicle;
  const head = headLines(session);
  const words = wordLines(session);
  const told = fitting(words, limit / 3);
  const used = [...head, ...told].join('\n').length + LINE;
  const all = events.slice(0, EVENTS).map((event) => formatEvent(event, frontMatter.date).join('\n'));
  const shown = fitting(all, limit - used);
  const rest = events.length - shown.length;
  return [
    ...head,
    ...(events.length === 0 ? ['No events.'] : shown),
    ...(rest > 0
      ? [`… ${counted(rest, 'more event')}; --json has all, chronicle search session:${session.name} finds some.`]
      : []),
    ...told,
    ...(told.length < words.length ? [`… ${counted(words.length - told.length, 'more line')}; --json has all.`] : []),
  ].join('\n');
}

function headLines(session: Session): string[] {
  const { frontMatter, strays } = session.chronicle;
  const facts = [session.project.slug, frontMatter.date, frontMatter.branch, frontMatter.task].filter(
    (fact) => fact !== '',
  );
  const notes = [
    ...(isBackfilled(session) ? ['Backfilled: made from the transcript, not logged while the session ran.'] : []),
    ...candidateNote(session),
    ...(session.outdated ? ['The file cannot be read as it is; this is its last good copy.'] : []),
    ...(strays.length > 0 ? [`${counted(strays.length, 'line')} under Events that are no events.`] : []),
    ...(session.problems.length > 0
      ? [`${counted(session.problems.length, 'problem')}; chronicle check names them.`]
      : []),
  ];
  return [
    clip(oneLine(sessionTitle(session)), LINE),
    clip(facts.join(', '), LINE),
    `session ${session.id}`,
    session.path,
    ...notes,
    '',
  ];
}

function candidateNote({ chronicle }: Session): string[] {
  const { length } = candidateEvents(chronicle);
  if (length === 0) return [];
  return [
    `${counted(length, 'candidate')} that nobody confirmed and that ${length === 1 ? 'counts' : 'count'} for nothing; chronicle candidates review decides.`,
  ];
}

/** Summary and narrative. */
function wordLines({ chronicle: { summary } }: Session): string[] {
  return [
    ...(summary.kind === 'none'
      ? []
      : ['', `Summary${summary.kind === 'machine' ? ' (by the machine)' : ''}`, ...textLines(summary.lead)]),
    ...(summary.narrative
      ? ['', clip(oneLine(summary.narrative.title), LINE), ...textLines(summary.narrative.text)]
      : []),
  ];
}

/** A session for a script: what `list --json` says of it, and all its text. */
export function shownSession(session: Session): Record<string, unknown> {
  return { ...sessionEntry(session), ...sessionDocument(session) };
}

function formatEvent(event: ChronicleEvent, day: string): string[] {
  const { id, tag, text, details, time, date } = event;
  const when = date === day ? (time ?? '') : `${date} ${time ?? ''}`;
  const lines = details === '' ? [] : details.split('\n');
  const shown = lines.slice(0, DETAIL_LINES).map((line) => `    ${clip(line, LINE)}`);
  return [
    cells([id, 8], [when, 5], [tag, TAG_WIDTH], [`${isCandidate(event) ? 'candidate: ' : ''}${clip(text, LINE)}`]),
    ...shown,
    ...(lines.length > DETAIL_LINES ? [`    … ${counted(lines.length - DETAIL_LINES, 'more line')}`] : []),
  ];
}

function textLines(text: string): string[] {
  const lines = text.split('\n');
  const rest = lines.length - TEXT_LINES;
  return [
    ...lines.slice(0, TEXT_LINES).map((line) => clip(line, 4 * LINE)),
    ...(rest > 0 ? [`… ${counted(rest, 'more line')}`] : []),
  ];
}
