/** `chronicle observations`: lists a project's observations, links them, and says how large their book is. */
import { isPathNamed } from '#src/archive/file-histories.ts';
import { normalConcept } from '#src/format/notebook/concept.ts';
import { SCOPES, TYPES_OF_OBSERVATIONS } from '#src/format/notebook/observation-kinds.ts';
import type { Session } from '#src/format/session.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { isBetween } from '#src/index/days.ts';
import { readConfig } from '#src/lib/config.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { pathsIn } from '#src/lib/env.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import {
  allObservations,
  type BookObservation,
  bookOf,
  costOfReading,
  globalName,
  observedSession,
  supersededBy,
} from '#src/notes/book.ts';
import { newTokens } from '#src/notes/observer.ts';
import { roundTokens } from '#src/notes/observer-prompt.ts';
import { pendingSessions } from '#src/notes/pending.ts';
import { layersOf } from '#src/record/layers.ts';
import { readObserver } from '#src/record/observer-state.ts';
import { projectHere, sessionCheckout } from '#src/record/where.ts';
import { ofProject } from '../session-named.ts';
import { ownSnapshot } from '../own-archive.ts';
import type { CommandHelp } from '../command.ts';
import { readLimit, readSince } from '../option-values.ts';
import type { Io } from '../terminal/io.ts';
import { table } from '../terminal/table.ts';
import { supersede } from './supersede.ts';

export const help: CommandHelp = {
  usage: '[list | supersede OLD [NEW] | status]',
  examples: [
    ['chronicle observations --priority 1', 'what is critical in this project'],
    ['chronicle observations --concept caching --project all', 'a subject in all projects'],
    ['chronicle observations supersede o-12ab34', 'retires it: no briefing shows it any more; asks before it does'],
    ['chronicle observations supersede o-12ab34 o-56cd78', 'takes the first out of the book in favour of the second'],
    ['chronicle observations status', 'how large the book is, and what waits'],
  ],
  files: [['<config>/projects/*/chronicle/notebooks/', 'where they are kept']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle observations',
    description: "List this project's observations, newest first, link two, or count them",
  },
  args: {
    action: { type: 'positional', required: false, description: 'list (usual), supersede, or status' },
    id: { type: 'positional', required: false, description: 'The id of an observation' },
    yes: { type: 'boolean', description: 'With supersede: do not ask' },
    scope: { type: 'string', valueHint: SCOPES.join('|'), description: 'Only observations of this scope' },
    type: {
      type: 'string',
      valueHint: 'type',
      description: `Only observations of this type: ${TYPES_OF_OBSERVATIONS.join(', ')}`,
    },
    priority: { type: 'string', valueHint: '1|2|3', description: 'Only observations of this priority' },
    concept: { type: 'string', valueHint: 'concept', description: 'Only observations with this concept' },
    file: {
      type: 'string',
      valueHint: 'file',
      description: 'Only observations that name this file, or one whose path ends like this',
    },
    since: {
      type: 'string',
      valueHint: 'day',
      description: 'Only since a day, such as 2026-10, yesterday or "last week"',
    },
    project: {
      type: 'string',
      valueHint: 'project',
      description: 'Another project, or all (default: the one you are in)',
    },
    superseded: { type: 'boolean', description: 'List those too that a later one supersedes' },
    limit: { type: 'string', valueHint: 'count', default: '40', description: 'How many to list' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const limit = readLimit(args.limit);
    const since = readSince(args.since, io);
    const isWanted = filterOf(args);
    const { sessions } = ownSnapshot(io);
    const here = projectHere(io.env).root;
    const own =
      args.project === undefined
        ? sessions.filter(({ project }) => project.root === here)
        : ofProject(sessions, args.project === 'all' ? undefined : args.project);
    const [action = 'list', ...ids] = args._;
    if (!['list', 'supersede', 'status'].includes(action))
      throw wrongUse(
        `There is no chronicle observations ${oneLine(action)}. Use list, supersede or status; chronicle recall ID prints one.`,
      );
    if (ids.length > (action === 'supersede' ? 2 : 0))
      throw wrongUse(
        `chronicle observations ${action} takes ${action === 'supersede' ? 'two ids at most' : 'no ids'}.`,
      );
    if (action === 'supersede') return supersede(io, own, { old: ids[0], by: ids[1], isAgreed: args.yes === true });
    if (action === 'status') return printStatus(io, own, args.json === true);

    const all = allObservations(own.toReversed().flatMap(observedSession));
    const superseded = supersededBy(all);
    const book = args.superseded ? all : all.filter((entry) => !superseded.has(globalName(entry)));
    const matching = book.filter((entry) => isWanted(entry) && isBetween(entry.at.slice(0, 10), since, null));
    const newest = matching.toReversed().slice(0, limit);
    const rest = matching.length - newest.length;
    if (args.json)
      printJson(
        io,
        newest.map((entry) => jsonOf(entry, superseded.get(globalName(entry)))),
      );
    else printResult(io, formatObservations(newest, io.stdout.columns));
    if (rest > 0)
      say(io, `${counted(rest, 'older observation')} not listed. Use --limit ${matching.length} to list all.`);
    if (all.length === 0) say(io, 'No observations here yet. The agent keeps them with chronicle observe.');
    else if (matching.length === 0) say(io, `None of ${counted(book.length, 'observation')} matches.`);
    else
      say(
        io,
        `${counted(matching.length, 'observation')} of ${grouped(book.length)}, which take about ${grouped(costOf(book))} tokens.`,
      );
    return 0;
  },
});

type Filters = Partial<Record<'scope' | 'type' | 'priority' | 'concept' | 'file', string | undefined>>;

function filterOf({ scope, type, priority, concept, file }: Filters): (entry: BookObservation) => boolean {
  requireOneOf('scope', scope, SCOPES);
  requireOneOf('type', type, TYPES_OF_OBSERVATIONS);
  const level = priority?.replace(/^p/i, '');
  requireOneOf('priority', level, ['1', '2', '3']);
  const named = concept === undefined ? undefined : normalConcept(concept);
  return ({ observation }) =>
    (scope === undefined || observation.scope === scope) &&
    (type === undefined || observation.type === type) &&
    (level === undefined || String(observation.priority) === level) &&
    (named === undefined || observation.concepts.some((each) => normalConcept(each) === named)) &&
    (file === undefined || observation.files.some((path) => isPathNamed(path, file)));
}

function requireOneOf(option: string, value: string | undefined, words: readonly string[]): void {
  if (value === undefined || words.includes(value)) return;
  throw wrongUse(`--${option} must be one of ${listed(words)}, not ${value}.`);
}

function costOf(book: readonly BookObservation[]): number {
  return book.reduce((sum, entry) => sum + costOfReading(entry), 0);
}

function jsonOf(entry: BookObservation, by: BookObservation | undefined) {
  const { session, at, observation } = entry;
  return {
    ...observation,
    name: globalName(entry),
    session,
    at,
    tokens: costOfReading(entry),
    superseded_by: by ? globalName(by) : null,
  };
}

function formatObservations(entries: readonly BookObservation[], columns: number) {
  const rows = entries.map((entry) => {
    const { id, priority, type, scope, title } = entry.observation;
    const tokens = String(costOfReading(entry));
    return [id, entry.at, `P${priority}`, type ?? '-', scope, tokens, clip(oneLine(title), 200)];
  });
  const head = ['ID', 'When', '', 'Type', 'Scope', 'Tokens', 'Title'];
  return table(rows, { head, right: [5], keep: [0, 1, 2], width: columns, last: 'cut' });
}

/** Prints how large the book of these sessions is, what waits, and whether the agent is asked here. */
function printStatus(io: Io, sessions: readonly Session[], isJson: boolean): number {
  const { env } = io;
  const paths = pathsIn(env);
  const { config } = readConfig(paths);
  const { observationThreshold, reflectionThreshold, contextThresholdPct } = config.observer;
  const on = layersOf(sessionCheckout(env, env.cwd), config, env.home).includes('observations');
  const book = bookOf(sessions.toReversed().flatMap(observedSession));
  const tokens = costOf(book);
  const pending = pendingSessions(paths, projectHere(env), env.now());
  const state = readObserver(paths, env.variables.CLAUDE_CODE_SESSION_ID ?? '');
  const unobserved = state && newTokens(state);
  if (isJson) {
    const thresholds = { observationThreshold, reflectionThreshold, contextThresholdPct };
    const waiting = pending.map(({ session, tokens: size }) => ({ session, tokens: size }));
    printJson(io, { on, thresholds, unobserved, book: { count: book.length, tokens }, pending: waiting });
    return 0;
  }
  const asks = `the agent is asked every ${grouped(observationThreshold)} tokens, and at ${contextThresholdPct} % of its context`;
  const size = `${counted(book.length, 'observation')}, about ${grouped(tokens)} tokens`;
  const rows = [
    ['Layer', on ? `on: ${asks}` : 'off here: chronicle init --layers observations'],
    ['Book', `${size}; condensed above ${grouped(reflectionThreshold)}`],
    ...(unobserved === null
      ? []
      : [['This session', `about ${roundTokens(unobserved)} tokens since the last observation`]]),
    ['Unobserved', pending.length === 0 ? 'no session' : `${counted(pending.length, 'session')}: chronicle pending`],
  ];
  printResult(io, table(rows, { width: io.stdout.columns }));
  return 0;
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', sentence);
}
