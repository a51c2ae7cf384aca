import { existsSync } from 'node:fs';
import { defineCommand } from './command.ts';
import { printJson, printResult, say } from './terminal/print.ts';
import { entryOf as liveEntryOf, orphans } from '#src/record/live.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { CommandHelp } from './command.ts';
import { fitting, outputLimit } from './terminal/print.ts';
import type { NamedCard } from '#src/index/index.ts';
import { withIndex } from './own-index.ts';
import { NOTHING_TO_SHOW, oneNamed } from './session-named.ts';
import { factsRows } from '#src/archive/fact-words.ts';
import { type ConversationItem, type Turn, sessionConversation } from '#src/archive/session-conversation.ts';
import { sessionCard } from '#src/archive/session-card.ts';
import { type SessionEnding, endingSentence, endingTitle, sessionEnding } from '#src/archive/session-ending.ts';
import { sessionHandoff } from '#src/archive/session-handoff.ts';
import { shownBranch } from '#src/lib/checkout.ts';
import { systemLabel } from '#src/format/import-kinds.ts';
import { foundIn, sourceWords, writtenDetails } from '#src/format/event-source.ts';
import type { Observation } from '#src/format/notebook/observation.ts';
import { foundEvents, isFromTranscript, type Session } from '#src/format/session.ts';
import { sessionDocument } from '#src/transcript/session-json.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { noteSections } from '#src/notes/told-notebook.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, duration } from '#src/lib/text/day.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { TAG_WIDTH, table } from './terminal/table.ts';
import { type Text, bold, dim, joined, line, plain, red, tagged, yellow } from './terminal/text.ts';
import { measureOf, wrap } from './terminal/wrap.ts';
import { sessionEntry, startOf } from './list.ts';
import type { ChronicleEvent } from '#src/format/chronicle.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle show last', 'the newest session with something to show'],
    ['chronicle show 3f6c2a10 --json', 'a session by the beginning of its id, for a script'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle show',
    description: 'Print one session: prompts, events with their ids, commits, how it ended, and the narrative',
  },
  args: {
    session: {
      type: 'positional',
      required: false,
      description: "The session's file name without .md, at least 6 characters of its id, or last",
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    if (args.session === undefined || args._.length > 1) {
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        "chronicle show takes one session: its file's name, at least 6 characters of its id, or last.",
      );
    }
    const wanted = args.session;
    const found = await withIndex(io, { isScript: args.json === true }, (index) => {
      if (index.size === 0) return null;
      const isEligible = ({ hasContent }: NamedCard) => hasContent;
      const { session, note } = oneNamed(index.named(wanted), wanted, { isEligible, lacks: NOTHING_TO_SHOW });
      return { note, read: index.sessionAt(session.path) };
    });
    if (found === null) return 2;
    const { note, read } = found;
    if (note !== '') say(io, note);
    if (read === null)
      throw new ChronicleError('CHRONICLE_NO_SESSION', `The chronicle of ${wanted} has just become unreadable.`);
    const { session, facts } = read;
    if (args.json) {
      printJson(io, shownSession(session, facts));
    } else {
      const isRunning = isLive(io.env, session.id);
      printResult(io, formatSession(session, { facts, isRunning, limit: outputLimit(io), columns: io.stdout.columns }));
    }
    return 0;
  },
});

/** Whether a session is running on this machine. */
function isLive(env: Env, sessionId: string): boolean {
  const paths = pathsIn(env);
  return existsSync(liveEntryOf(paths, sessionId)) && !orphans(paths, env.host).includes(sessionId);
}

/** More than anybody reads in a terminal; the file and --json have everything. */
const LINE = 400;
const TEXT_LINES = 80;
const DETAIL_LINES = 12;
const PROMPT_LINES = 6;
/** The newest notes of each section, and the first observations. */
const NOTES = 8;
const OBSERVATIONS = 20;
const TIME = 5;
const ID = 8;

interface SessionOptions {
  /** All facts of the session; null without any. */
  facts?: Facts | null;
  isRunning?: boolean;
  /** The most characters to print. */
  limit?: number;
  /** The width of the terminal. */
  columns?: number;
}

/**
 * A session as text: title, figures, prompts with their events and commits, notes, handoff, how it ended. Output longer than
 * `limit` is cut at whole entries and lines, with a count of the rest; what comes after the entries gets at most half of it.
 */
export function formatSession(session: Session, options: SessionOptions = {}): Text {
  const { facts = null, isRunning = false, limit = Number.POSITIVE_INFINITY } = options;
  const width = measureOf(options.columns ?? Number.POSITIVE_INFINITY);
  const { turns, apart } = sessionConversation(session, facts);
  const entries = turns.flatMap((turn, i) => turnLines(turn, i === 0, session.chronicle.frontMatter.date, width));
  const head = headLines(session, facts, width);
  const end = [
    ...noteLines(session, apart),
    ...handoffLines(session, facts),
    ...endLines(session, sessionEnding(session, facts, isRunning)),
  ].map((each) => wrap(each, width));
  const printedEnd = fitting(end, limit / 2);
  const used = plain(joined([...head, ...printedEnd])).length + LINE;
  const printed = fitting(entries, limit - used);
  const [left, leftOfEnd] = [entries.length - printed.length, end.length - printedEnd.length];
  return joined([
    ...head,
    ...(entries.length === 0 ? ['No events.'] : printed),
    ...(left > 0 ? [`… ${counted(left, 'more entry', 'more entries')}; see all with --json.`] : []),
    ...printedEnd,
    ...(leftOfEnd > 0 ? [`… ${counted(leftOfEnd, 'more line')}; see all with --json.`] : []),
  ]);
}

function headLines(session: Session, facts: Facts | null, width: number): Text[] {
  const { chronicle, project, machine = '', problems } = session;
  const { frontMatter, strays } = chronicle;
  const on = machine === '' ? '' : `on ${machine}`;
  const place = [oneLine(project.name), on, startOf(session), shownBranch(frontMatter), frontMatter.task];
  const [found, more] = [foundEvents(chronicle).length, chronicle.more?.length ?? 0];
  const notes: Text[] = [
    isFromTranscript(session) ? 'Imported from its transcript; nothing was logged during the session.' : '',
    frontMatter.imported_from ? `Imported from ${systemLabel(frontMatter.imported_from)}.` : '',
    found > 0
      ? `${counted(found, 'event')} found in the transcript${more > 0 ? `; ${more} more with --json` : ''}.`
      : '',
    strays.length > 0 ? yellow(`${counted(strays.length, 'line')} under Events are not events.`) : '',
    problems.length > 0 ? red(`${counted(problems.length, 'problem')} in the file. See chronicle doctor.`) : '',
  ];
  const rows = factsRows(session, facts).map(({ label, value }) => [dim(label), clip(oneLine(value), LINE)]);
  return [
    wrap(bold(oneClipped(sessionTitle(session))), width),
    clip(place.filter((fact) => fact !== '').join(' · '), LINE),
    dim(`session ${session.id}`),
    dim(session.path),
    ...notes.filter((note) => note !== '').map((note) => wrap(note, width)),
    ...(rows.length === 0 ? [] : ['', table(rows, { width })]),
    '',
  ];
}

/** A prompt with what belongs to it, as one text for each. */
function turnLines({ prompt, newDay, idle, items }: Turn, isFirst: boolean, day: string, width: number): Text[] {
  const entries = items.flatMap((item) => itemLines(item, day, width));
  if (!prompt) return entries;
  const { number, time, text, isQueued } = prompt;
  const remarks = [
    ...(newDay === null ? [] : [newDay]),
    ...(idle === null ? [] : [`after ${duration(idle)}`]),
    ...(isQueued ? ['typed while the agent worked'] : []),
  ];
  const isKept = text.trim() !== '';
  const said = isKept
    ? linesOf(text.replace(/\n\s+/g, '\n'), PROMPT_LINES).map(bold)
    : [dim('(its text was not kept)')];
  const about = joined([...said, ...(remarks.length === 0 ? [] : [dim(remarks.join(', '))])]);
  return [line`${isFirst ? '' : '\n'}${row(`#${number}`, time, dim('prompt'), about, width)}`, ...entries];
}

function itemLines(item: ConversationItem, day: string, width: number): Text[] {
  const about = (id: string, text: string) => [
    row(id, 'time' in item ? item.time : '', dim(item.kind), oneClipped(text), width),
  ];
  switch (item.kind) {
    case 'event':
      return [eventLine(item.event, item.evidence, day, width)];
    case 'stray':
      return [];
    case 'commit':
      return about(item.commit.hash.slice(0, ID), item.commit.subject);
    case 'pull request': {
      const { number, title, url } = item.pullRequest;
      return about(number === null ? '' : `#${number}`, title || url);
    }
    case 'plan':
      return about('', item.plan.heading);
    case 'question':
      return about('', `${item.question.question} ${item.question.answer}`);
    case 'compaction':
      return about('', 'The conversation was compacted.');
    case 'observation':
      return about(item.observation.id, observationWords(item.observation));
  }
}

/** An event with its id, and where it comes from unless the agent only logged it: `found in commit a1b2c3d`. */
function eventLine(event: ChronicleEvent, evidence: readonly string[], day: string, width: number): Text {
  const { id, tag, text, time, date } = event;
  const details = writtenDetails(event);
  const from = foundIn(event);
  const place = from?.place ? `, ${from.place.file}:${from.place.line}` : '';
  const source = from ? `found in ${sourceWords(from)}${place}` : `proved by ${evidence.join(', ')}`;
  const about = joined([
    line`${date === day ? '' : dim(`${date}: `)}${clip(text, LINE)}`,
    ...(details === '' ? [] : linesOf(details, DETAIL_LINES).map(dim)),
    ...(from || evidence.length > 0 ? [dim(source)] : []),
  ]);
  return row(id, time ?? '', tagged(tag), about, width);
}

function row(id: string, when: string, what: Text, about: Text, width: number): Text {
  return table([[dim(id), when, what, about]], { width, least: [ID, TIME, TAG_WIDTH] });
}

/** `P1 decision: Cookies are signed`, on one line. */
function observationWords({ priority, type, title }: Observation): string {
  return `P${priority}${type === null ? '' : ` ${type}`}: ${title}`;
}

/** What the agent noted for its own work, and the observations that belong to no prompt. */
function noteLines({ chronicle, notebook }: Session, apart: readonly Observation[]): Text[] {
  const notes = (notebook ? noteSections(notebook) : []).flatMap(({ heading, notes }): Text[] => [
    dim(heading),
    ...(notes.length > NOTES ? [`  … ${counted(notes.length - NOTES, 'earlier note')}`] : []),
    ...notes.slice(-NOTES).map(({ date, time, text, resolved }) => {
      const when = [date === chronicle.frontMatter.date ? null : date, time].filter((part) => part !== null).join(' ');
      const answer = resolved && resolved.answer !== '' ? ` → ${resolved.answer}` : '';
      return `  ${oneClipped(`${when} ${resolved ? `[settled] ${text}${answer}` : text}`)}`;
    }),
  ]);
  const rest = apart.length - OBSERVATIONS;
  return [
    ...(notes.length === 0 ? [] : ['', bold('Working notes'), ...notes]),
    ...(apart.length === 0 ? [] : ['', bold('Observations')]),
    ...apart.slice(0, OBSERVATIONS).map((each) => `  ${each.id} ${oneClipped(observationWords(each))}`),
    ...(rest > 0 ? [`  … ${counted(rest, 'more observation')}; see all with --json.`] : []),
  ];
}

/** Where the work stood: the handoff. */
function handoffLines(session: Session, facts: Facts | null): Text[] {
  const handoff = sessionHandoff(session, facts);
  if (!handoff) return [];
  const { fields, files } = handoff;
  return [
    '',
    bold('Handoff'),
    ...fields.flatMap(({ label, text }) =>
      textLines(`${label}:${text.includes('\n') ? `\n${text}`.replace(/\n(?=[^\n])/g, '\n  ') : ` ${text}`}`),
    ),
    ...files.map(({ label, paths, more }) =>
      clip(`${label}: ${oneLine(paths.join(', '))}${more === 0 ? '' : ` and ${more} more`}`, 4 * LINE),
    ),
  ];
}

/** How it ended: summary and narrative, or the last message, or a sentence. */
function endLines({ chronicle: { summary } }: Session, ending: SessionEnding): Text[] {
  const part = (title: string, text: string) => (text === '' ? [] : ['', bold(oneClipped(title)), ...textLines(text)]);
  if (ending.kind === 'message') return ending.messages.flatMap(({ label, text }) => part(capitalised(label), text));
  const { narrative } = summary;
  if (ending.kind === 'summary')
    return [...part(endingTitle(ending), summary.lead), ...(narrative ? part(narrative.title, narrative.text) : [])];
  if (ending.kind === 'counts') return part(endingTitle(ending), summary.lead);
  return ending.kind === 'unknown' ? [] : ['', endingSentence(ending)];
}

/** A session for a script: its entry in `list --json`, and all that is known about it. */
function shownSession(session: Session, facts: Facts | null): Record<string, unknown> {
  return { ...sessionEntry(sessionCard(session)), ...sessionDocument(session, facts) };
}

function textLines(text: string): string[] {
  return linesOf(text, TEXT_LINES, 4 * LINE);
}

/** The first lines of a text, each cut, and how many more there are. */
function linesOf(text: string, most: number, longest = LINE): string[] {
  const lines = text.split('\n');
  const rest = lines.length - most;
  const first = lines.slice(0, most).map((each) => clip(each, longest));
  return rest > 0 ? [...first, `… ${counted(rest, 'more line')}`] : first;
}

function oneClipped(text: string): string {
  return clip(oneLine(text), LINE);
}
