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
import { TAG_WIDTH, table } from '../terminal/table.ts';
import { bold, dim, joined, line, plain, red, type Text, tagged, yellow } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';
import { sessionEntry, startOf } from './format-list.ts';

/** More than anybody reads in a terminal; the file and --json have everything. */
const EVENTS = 300;
const LINE = 400;
const DETAIL_LINES = 12;
const TEXT_LINES = 80;
const TIME = 5;
const ID = 8;

interface SessionOptions {
  /** The most characters to print. */
  limit?: number;
  /** The width of the terminal. */
  columns?: number;
}

/**
 * A session as text: title, facts, events with their ids, summary, narrative. Output longer than `limit` is cut at whole
 * events and lines, with a count of the rest; summary and narrative get at most a third of it.
 */
export function formatSession(
  session: Session,
  { limit = Number.POSITIVE_INFINITY, columns = Number.POSITIVE_INFINITY }: SessionOptions = {},
): Text {
  const { frontMatter, events } = session.chronicle;
  const width = measureOf(columns);
  const head = headLines(session, width);
  const words = wordLines(session).map((each) => wrap(each, width));
  const printedWords = fitting(words, limit / 3);
  const used = plain(joined([...head, ...printedWords])).length + LINE;
  const all = events.slice(0, EVENTS).map((event) => formatEvent(event, frontMatter.date, width));
  const printed = fitting(all, limit - used);
  const rest = events.length - printed.length;
  return joined([
    ...head,
    ...(events.length === 0 ? ['No events.'] : printed),
    ...(rest > 0
      ? [`… ${counted(rest, 'more event')}; see all with --json, or try chronicle search session:${session.name}.`]
      : []),
    ...printedWords,
    ...(printedWords.length < words.length
      ? [`… ${counted(words.length - printedWords.length, 'more line')}; see all with --json.`]
      : []),
  ]);
}

function headLines(session: Session, width: number): Text[] {
  const { frontMatter, strays } = session.chronicle;
  const facts = [session.project.slug, startOf(session), frontMatter.branch, frontMatter.task].filter(
    (fact) => fact !== '',
  );
  const unconfirmed = candidateEvents(session.chronicle).length;
  const notes: Text[] = [
    ...(isBackfilled(session) ? ['Backfilled from the transcript; nothing was logged during the session.'] : []),
    ...(unconfirmed > 0
      ? [`${counted(unconfirmed, 'unconfirmed event')}, not counted anywhere. Decide: chronicle candidates review`]
      : []),
    ...(session.outdated ? [red('The file cannot be read at the moment; this is the last readable version.')] : []),
    ...(strays.length > 0 ? [yellow(`${counted(strays.length, 'line')} under Events are not events.`)] : []),
    ...(session.problems.length > 0
      ? [red(`${counted(session.problems.length, 'problem')} in the file. See chronicle check.`)]
      : []),
  ];
  return [
    wrap(bold(clip(oneLine(sessionTitle(session)), LINE)), width),
    clip(facts.join(' · '), LINE),
    dim(`session ${session.id}`),
    dim(session.path),
    ...notes.map((note) => wrap(note, width)),
    '',
  ];
}

/** Summary and narrative. */
function wordLines({ chronicle: { summary } }: Session): Text[] {
  return [
    ...(summary.kind === 'none'
      ? []
      : [
          '',
          line`${bold('Summary')}${summary.kind === 'machine' ? dim(' (automatic)') : ''}`,
          ...textLines(summary.lead),
        ]),
    ...(summary.narrative
      ? ['', bold(clip(oneLine(summary.narrative.title), LINE)), ...textLines(summary.narrative.text)]
      : []),
  ];
}

/** A session for a script: its entry in `list --json`, and all its text. */
export function shownSession(session: Session): Record<string, unknown> {
  return { ...sessionEntry(session), ...sessionDocument(session) };
}

function formatEvent(event: ChronicleEvent, day: string, width: number): Text {
  const { id, tag, text, details, time, date } = event;
  const when = date === day ? (time ?? '') : `${date} ${time ?? ''}`;
  const lines = details === '' ? [] : details.split('\n');
  const rest = lines.length - DETAIL_LINES;
  const about = joined([
    line`${isCandidate(event) ? dim('unconfirmed: ') : ''}${clip(text, LINE)}`,
    ...lines.slice(0, DETAIL_LINES).map((each) => dim(clip(each, LINE))),
    ...(rest > 0 ? [dim(`… ${counted(rest, 'more line')}`)] : []),
  ]);
  return table([[dim(id), when, tagged(tag), about]], { width, least: [ID, TIME, TAG_WIDTH] });
}

function textLines(text: string): string[] {
  const lines = text.split('\n');
  const rest = lines.length - TEXT_LINES;
  return [
    ...lines.slice(0, TEXT_LINES).map((each) => clip(each, 4 * LINE)),
    ...(rest > 0 ? [`… ${counted(rest, 'more line')}`] : []),
  ];
}
