import { isPathNamed } from '#src/archive/file-histories.ts';
import { normalConcept } from '#src/format/notebook/concept.ts';
import { SCOPES, TYPES_OF_OBSERVATIONS } from '#src/format/notebook/observation-kinds.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { isBetween } from '#src/index/query-day.ts';
import { projectHere } from '#src/record/where.ts';
import { allObservations, type BookObservation, costOfReading, globalName, supersededBy } from '#src/notes/book.ts';
import { observedSession } from '#src/notes/observed-session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { ofProject } from '../session-named.ts';
import { ownSnapshot } from '../own-archive.ts';
import type { CommandHelp } from '../command.ts';
import { readLimit, readSince } from '../option-values.ts';
import { recallIds } from '../recall.ts';
import { table } from '../terminal/table.ts';
import { printConcepts, printStatus } from './book-status.ts';
import { supersede } from './supersede.ts';

export const help: CommandHelp = {
  usage: '[list | show ID… | supersede OLD [NEW] | status | concepts]',
  examples: [
    ['chronicle observations --priority 1', 'what is critical in this project'],
    ['chronicle observations --concept caching --project all', 'a subject in all projects'],
    ['chronicle observations supersede o-12ab34', 'retires it: no briefing shows it any more; asks before it does'],
    ['chronicle observations supersede o-12ab34 o-56cd78', 'takes the first out of the book in favour of the second'],
    ['chronicle observations status', 'how large the book is, what waits, whether briefings are used'],
  ],
  files: [['<config>/projects/*/chronicle/notebooks/', 'where they are kept']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle observations',
    description: "List this project's observations, newest first, or print, link or count them",
  },
  args: {
    action: {
      type: 'positional',
      required: false,
      description: 'list (usual), show (as chronicle recall), supersede, status, or concepts',
    },
    id: { type: 'positional', required: false, description: 'The id of an observation' },
    by: { type: 'string', valueHint: 'id', description: 'With supersede: the newer observation, as a second id' },
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
    const here = projectHere(io.world).root;
    const own =
      args.project === undefined
        ? sessions.filter(({ project }) => project.root === here)
        : ofProject(sessions, args.project === 'all' ? undefined : args.project);
    const [action = 'list', ...ids] = args._;
    requireAction(action, ids.length);
    if (action === 'show') return recallIds(io, ids, { json: args.json === true });
    if (action === 'supersede')
      return supersede(io, own, { old: ids[0], by: newerOf(ids[1], args.by), isAgreed: args.yes === true });
    if (action !== 'list') {
      if (action === 'status') printStatus(io, own, args.json === true);
      else printConcepts(io, own, args.json === true);
      return 0;
    }
    const all = allObservations(own.toReversed().flatMap(observedSession));
    const superseded = supersededBy(all);
    const book = args.superseded ? all : all.filter((entry) => !superseded.has(globalName(entry)));
    const matching = book.filter((entry) => isWanted(entry) && isBetween(entry.at.slice(0, 10), since, null));
    const newest = matching.toReversed().slice(0, limit);
    if (args.json)
      printJson(
        io,
        newest.map((entry) => entryOf(entry, superseded.get(globalName(entry)))),
      );
    else printResult(io, formatObservations(newest, io.stdout.columns));
    const rest = matching.length - newest.length;
    if (rest > 0)
      say(io, `${counted(rest, 'older observation')} not listed. Use --limit ${matching.length} to list all.`);
    const tokens = book.reduce((sum, entry) => sum + costOfReading(entry), 0);
    if (all.length === 0) say(io, 'No observations here yet. The agent keeps them with chronicle observe.');
    else if (matching.length === 0) say(io, `None of ${counted(book.length, 'observation')} matches.`);
    else
      say(
        io,
        `${counted(matching.length, 'observation')} of ${grouped(book.length)}, which take about ${grouped(tokens)} tokens.`,
      );
    return 0;
  },
});

interface Filters {
  scope?: string | undefined;
  type?: string | undefined;
  priority?: string | undefined;
  concept?: string | undefined;
  file?: string | undefined;
}

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

/** How many ids each action takes at most. */
const ACTIONS = new Map([
  ['list', 0],
  ['show', Number.POSITIVE_INFINITY],
  ['supersede', 2],
  ['status', 0],
  ['concepts', 0],
]);

function requireAction(action: string, ids: number): void {
  const most = ACTIONS.get(action);
  if (most === undefined)
    throw wrongUse(`There is no chronicle observations ${oneLine(action)}. Use ${listed([...ACTIONS.keys()])}.`);
  if (ids > most)
    throw wrongUse(`chronicle observations ${action} takes ${most === 0 ? 'no ids' : 'two ids at most'}.`);
}

function newerOf(second: string | undefined, by: string | undefined): string | undefined {
  if (second !== undefined && by !== undefined)
    throw wrongUse('Name the newer observation once: as the second id or with --by.');
  return second ?? by;
}

function requireOneOf(option: string, value: string | undefined, words: readonly string[]): void {
  if (value === undefined || words.includes(value)) return;
  throw wrongUse(`--${option} must be one of ${listed(words)}, not ${value}.`);
}

/** `sessions` are newest first. */
function entryOf(entry: BookObservation, by: BookObservation | undefined) {
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
  return table(
    entries.map((entry) => {
      const { at, observation } = entry;
      const { id, priority, type, scope, title } = observation;
      return [id, at, `P${priority}`, type ?? '-', scope, String(costOfReading(entry)), clip(oneLine(title), 200)];
    }),
    {
      head: ['ID', 'When', '', 'Type', 'Scope', 'Tokens', 'Title'],
      right: [5],
      keep: [0, 1, 2],
      width: columns,
      last: 'cut',
    },
  );
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', sentence);
}
