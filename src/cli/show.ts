import { existsSync } from 'node:fs';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
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
  files: [['<config>/projects/*/chronicle/', 'the archive']],
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
      const { session, note } = oneNamed(index.named(), wanted, { isEligible, lacks: NOTHING_TO_SHOW });
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
const ENTRIES = 300;
const LINE = 400;
const TEXT_LINES = 80;

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
 * A session as text: title, figures, prompts with their events and commits, how it ended, narrative. Output longer than
 * `limit` is cut at whole entries and lines, with a count of the rest; summary and narrative get at most a third of it.
 */
export function formatSession(session: Session, options: SessionOptions = {}): Text {
  const { facts = null, isRunning = false, limit = Number.POSITIVE_INFINITY } = options;
  const width = measureOf(options.columns ?? Number.POSITIVE_INFINITY);
  const head = headLines(session, facts, width);
  const words = endLines(session, sessionEnding(session, facts, isRunning)).map((each) => wrap(each, width));
  const printedWords = fitting(words, limit / 3);
  const used = plain(joined([...head, ...printedWords])).length + LINE;
  const { entries, rest, apart } = entriesOf(session, facts, width);
  const printed = fitting(entries, limit - used);
  const left = rest + entries.length - printed.length;
  const what = facts === null ? counted(left, 'more event') : counted(left, 'more entry', 'more entries');
  return joined([
    ...head,
    ...(entries.length === 0 ? ['No events.'] : printed),
    ...(left > 0 ? [`… ${what}; see all with --json, or try chronicle search session:${session.name}.`] : []),
    ...noteLines(session, apart, width),
    ...handoffLines(session, facts, width),
    ...printedWords,
    ...(printedWords.length < words.length
      ? [`… ${counted(words.length - printedWords.length, 'more line')}; see all with --json.`]
      : []),
  ]);
}

interface Entries {
  entries: Text[];
  /** How many more there are. */
  rest: number;
  /** The observations that are not among them. */
  apart: readonly Observation[];
}

/** The entries of the log. */
function entriesOf(session: Session, facts: Facts | null, width: number): Entries {
  const { frontMatter, events } = session.chronicle;
  if (facts === null) {
    const entries = events.slice(0, ENTRIES).map((event) => formatEvent(event, frontMatter.date, width));
    const rest = Math.max(0, events.length - ENTRIES);
    return { entries, rest, apart: session.notebook?.observations ?? [] };
  }
  const { turns, apart } = sessionConversation(session, facts);
  const all = formatTurns(turns, frontMatter.date, width);
  return { entries: all.slice(0, ENTRIES), rest: Math.max(0, all.length - ENTRIES), apart };
}

function headLines(session: Session, facts: Facts | null, width: number): Text[] {
  const { frontMatter, strays } = session.chronicle;
  const machine = session.machine ? `on ${session.machine}` : '';
  const { chronicle } = session;
  const place = [
    oneLine(session.project.name),
    machine,
    startOf(session),
    shownBranch(frontMatter),
    frontMatter.task,
  ].filter((fact) => fact !== '');
  const [found, more] = [foundEvents(chronicle).length, chronicle.more?.length ?? 0];
  const notes: Text[] = [
    ...(isFromTranscript(session) ? ['Imported from its transcript; nothing was logged during the session.'] : []),
    ...(frontMatter.imported_from ? [`Imported from ${systemLabel(frontMatter.imported_from)}.`] : []),
    ...(found > 0
      ? [`${counted(found, 'event')} found in the transcript${more > 0 ? `; ${more} more with --json` : ''}.`]
      : []),
    ...(session.outdated ? [red('The file cannot be read at the moment; this is the last readable version.')] : []),
    ...(strays.length > 0 ? [yellow(`${counted(strays.length, 'line')} under Events are not events.`)] : []),
    ...(session.problems.length > 0
      ? [red(`${counted(session.problems.length, 'problem')} in the file. See chronicle doctor.`)]
      : []),
  ];
  const rows = factsRows(session, facts);
  return [
    wrap(bold(clip(oneLine(sessionTitle(session)), LINE)), width),
    clip(place.join(' · '), LINE),
    dim(`session ${session.id}`),
    dim(session.path),
    ...notes.map((note) => wrap(note, width)),
    ...(rows.length === 0
      ? []
      : [
          '',
          table(
            rows.map(({ label, value }) => [dim(label), clip(oneLine(value), LINE)]),
            { width },
          ),
        ]),
    '',
  ];
}

/** How it ended: summary and narrative, or the last message, or a sentence. */
function endLines({ chronicle: { summary } }: Session, ending: SessionEnding): Text[] {
  if (ending.kind === 'message')
    return ending.messages.flatMap(({ label, text }) => ['', bold(capitalised(label)), ...textLines(text)]);
  const text = ending.kind === 'counts' ? summary.lead : '';
  const sentence = endingSentence(ending);
  if (ending.kind !== 'summary')
    return [
      ...(text === '' ? [] : ['', bold(endingTitle(ending)), ...textLines(text)]),
      ...(sentence === '' || ending.kind === 'unknown' ? [] : ['', sentence]),
    ];
  return [
    ...(summary.lead === '' ? [] : ['', bold(endingTitle(ending)), ...textLines(summary.lead)]),
    ...(summary.narrative
      ? ['', bold(clip(oneLine(summary.narrative.title), LINE)), ...textLines(summary.narrative.text)]
      : []),
  ];
}

/** The notes that a terminal has room for: the newest of each section. */
const NOTES = 8;
const OBSERVATIONS = 20;

/** What the agent noted for its own work. */
function noteLines({ chronicle, notebook }: Session, apart: readonly Observation[], width: number): Text[] {
  const sections = notebook ? noteSections(notebook) : [];
  const observations = observationLines(apart, width);
  if (sections.length === 0) return observations;
  const lines = sections.flatMap(({ heading, notes }): Text[] => {
    const rest = notes.length - NOTES;
    return [
      dim(heading),
      ...(rest > 0 ? [`  … ${counted(rest, 'earlier note')}`] : []),
      ...notes.slice(-NOTES).map(({ date, time, text, resolved }) => {
        const when = [date === chronicle.frontMatter.date ? null : date, time]
          .filter((part) => part !== null)
          .join(' ');
        const answer = resolved && resolved.answer !== '' ? ` → ${resolved.answer}` : '';
        const words = `${when} ${resolved ? `[settled] ${text}${answer}` : text}`;
        return wrap(`  ${clip(oneLine(words), LINE)}`, width);
      }),
    ];
  });
  return ['', bold('Working notes'), ...lines, ...observations];
}

/** Where the work stood: the handoff. */
function handoffLines(session: Session, facts: Facts | null, width: number): Text[] {
  const handoff = sessionHandoff(session, facts);
  if (!handoff) return [];
  const { fields, files } = handoff;
  const lines = fields.flatMap(({ label, text }) =>
    textLines(`${label}:${text.includes('\n') ? `\n${text}`.replace(/\n(?=[^\n])/g, '\n  ') : ` ${text}`}`),
  );
  return [
    '',
    bold('Handoff'),
    ...lines.map((line) => wrap(line, width)),
    ...files.map(({ label, paths, more }) =>
      wrap(clip(`${label}: ${oneLine(paths.join(', '))}${more === 0 ? '' : ` and ${more} more`}`, 4 * LINE), width),
    ),
  ];
}

/** The titles of the first observations; recall and --json have the rest. */
function observationLines(observations: readonly Observation[], width: number): Text[] {
  if (observations.length === 0) return [];
  const rest = observations.length - OBSERVATIONS;
  return [
    '',
    bold('Observations'),
    ...observations
      .slice(0, OBSERVATIONS)
      .map((observation) => wrap(`  ${observation.id} ${observationWords(observation)}`, width)),
    ...(rest > 0 ? [`  … ${counted(rest, 'more observation')}; see all with --json.`] : []),
  ];
}

/** A session for a script: its entry in `list --json`, and all that is known about it. */
export function shownSession(session: Session, facts: Facts | null): Record<string, unknown> {
  return { ...sessionEntry(sessionCard(session)), ...sessionDocument(session, facts) };
}

function textLines(text: string): string[] {
  const lines = text.split('\n');
  const rest = lines.length - TEXT_LINES;
  return [
    ...lines.slice(0, TEXT_LINES).map((each) => clip(each, 4 * LINE)),
    ...(rest > 0 ? [`… ${counted(rest, 'more line')}`] : []),
  ];
}

const DETAIL_LINES = 12;
const PROMPT_LINES = 6;
const TIME = 5;
const ID = 8;

/** Prompts, each with what belongs to it, as one text for each of them and of their entries. */
export function formatTurns(turns: readonly Turn[], day: string, width: number): Text[] {
  return turns.flatMap((turn, index) => [
    ...promptOf(turn, index === 0, width),
    ...turn.items.flatMap((item) => itemLines(item, day, width)),
  ]);
}

function promptOf({ prompt, newDay, idle }: Turn, isFirst: boolean, width: number): Text[] {
  if (!prompt) return [];
  const { number, time, text, isQueued } = prompt;
  const remarks = [
    ...(newDay === null ? [] : [newDay]),
    ...(idle === null ? [] : [`after ${duration(idle)}`]),
    ...(isQueued ? ['typed while the agent worked'] : []),
  ];
  const said =
    text.trim() === '' ? dim('(its text was not kept)') : linesOf(text.replace(/\n\s+/g, '\n'), PROMPT_LINES, bold);
  const about = joined([said, ...(remarks.length === 0 ? [] : [dim(remarks.join(', '))])]);
  return [line`${isFirst ? '' : '\n'}${row(`#${number}`, time, dim('prompt'), about, width)}`];
}

function itemLines(item: ConversationItem, day: string, width: number): Text[] {
  const about = (id: string, time: string, what: string, text: Text) => [row(id, time, dim(what), text, width)];
  switch (item.kind) {
    case 'event':
      return [formatEvent(item.event, day, width, item.evidence)];
    case 'stray':
      return [];
    case 'commit':
      return about(item.commit.hash.slice(0, ID), item.time, 'commit', oneClipped(item.commit.subject));
    case 'pull request': {
      const { number, title, url } = item.pullRequest;
      return about(number === null ? '' : `#${number}`, item.time, 'pull request', oneClipped(title || url));
    }
    case 'plan':
      return about('', item.time, 'plan', oneClipped(item.plan.heading));
    case 'question':
      return about('', item.time, 'question', oneClipped(`${item.question.question} ${item.question.answer}`));
    case 'compaction':
      return about('', item.time, 'compaction', dim('The conversation was compacted.'));
    case 'observation':
      return about(item.observation.id, item.time, 'observation', observationWords(item.observation));
  }
}

/** `P1 decision: Cookies are signed`, on one line. */
export function observationWords({ priority, type, title }: Observation): string {
  return `P${priority}${type === null ? '' : ` ${type}`}: ${oneClipped(title)}`;
}

/**
 * An event with its id, and where it comes from unless the agent logged it. `day` is that of the session, `evidence` are
 * sources that prove a logged event.
 */
export function formatEvent(event: ChronicleEvent, day: string, width: number, evidence: readonly string[] = []): Text {
  const { id, tag, text, time, date } = event;
  const details = writtenDetails(event);
  const source = sourceOf(event, evidence);
  const about = joined([
    line`${date === day ? '' : dim(`${date}: `)}${clip(text, LINE)}`,
    ...(details === '' ? [] : [linesOf(details, DETAIL_LINES, dim)]),
    ...(source === '' ? [] : [dim(source)]),
  ]);
  return row(id, time ?? '', tagged(tag), about, width);
}

/** `found in commit a1b2c3d, 3f6c….jsonl:120`, `proved by commit a1b2c3d`; empty for an event that was only logged. */
function sourceOf(event: ChronicleEvent, evidence: readonly string[]): string {
  const from = foundIn(event);
  if (from) {
    const what = `found in ${sourceWords(from)}`;
    return from.place ? `${what}, ${from.place.file}:${from.place.line}` : what;
  }
  return evidence.length === 0 ? '' : `proved by ${evidence.join(', ')}`;
}

function row(id: string, when: string, what: Text, about: Text, width: number): Text {
  return table([[dim(id), when, what, about]], { width, least: [ID, TIME, TAG_WIDTH] });
}

function linesOf(text: string, most: number, style: (text: Text) => Text): Text {
  const lines = text.split('\n');
  const rest = lines.length - most;
  return joined([
    ...lines.slice(0, most).map((each) => style(clip(each, LINE))),
    ...(rest > 0 ? [dim(`… ${counted(rest, 'more line')}`)] : []),
  ]);
}

function oneClipped(text: string): string {
  return clip(oneLine(text), LINE);
}
