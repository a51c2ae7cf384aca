/** `chronicle observations`: lists a project's observations, links them, and says how large their book is. */
import { SCOPES } from '#src/format/notebook/observation-kinds.ts';
import type { Session } from '#src/format/session.ts';
import { type CommandHelp, defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
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
  ITSELF,
  observedSession,
  resolvedName,
  SessionIds,
  supersededBy,
} from '#src/notes/book.ts';
import { newTokens, roundTokens } from '#src/notes/observer.ts';
import { pendingSessions } from '#src/notes/pending.ts';
import { layersOf } from '#src/record/exclusion.ts';
import { readObserver } from '#src/record/observer-state.ts';
import { projectHere, projectOfChronicle, rulesIn, sessionCheckout } from '#src/record/where.ts';
import { ofProject } from '../session-named.ts';
import { ownSnapshot } from '../own-archive.ts';
import { readLimit } from '../option-values.ts';
import type { Io } from '../terminal/io.ts';
import { table } from '../terminal/table.ts';
import { addSuperseded } from '#src/format/notebook/edit-notebook.ts';
import { readObservations } from '#src/format/notebook/observation.ts';
import { asText } from '#src/lib/latin1.ts';
import { editNotebook, notebookOf } from '#src/notes/notebook-file.ts';
import { rebuildIndex } from '#src/notes/notebook-index-file.ts';
import { agrees } from '../terminal/ask.ts';

export const help: CommandHelp = {
  usage: '[list | supersede OLD [NEW] | status]',
  examples: [
    ['chronicle observations --scope global --project all', 'what holds in every project'],
    ['chronicle observations supersede o-12ab34', 'retires it: no briefing shows it any more; asks before it does'],
    ['chronicle observations supersede o-12ab34 o-56cd78', 'says that the second replaces the first'],
    ['chronicle observations status', 'how many there are, and what waits'],
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
    const { scope } = args;
    if (scope !== undefined && !SCOPES.some((each) => each === scope))
      throw wrongUse(`--scope must be one of ${listed(SCOPES)}, not ${scope}.`);
    const { sessions } = ownSnapshot(io);
    const here = projectHere(io.env).root;
    const own =
      args.project === undefined
        ? sessions.filter(({ project }) => project.root === here)
        : ofProject(sessions, args.project === 'all' ? undefined : args.project);
    const [action = 'list', ...ids] = args._;
    if (!['list', 'supersede', 'status'].includes(action))
      throw wrongUse(
        `There is no chronicle observations ${oneLine(action)}. Use list, supersede or status; chronicle recall ID prints one, and finds by type, concept, file and day.`,
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
    const matching = book.filter(({ observation }) => scope === undefined || observation.scope === scope);
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
    ['Kept', `${size}; condensed above ${grouped(reflectionThreshold)}`],
    ...(unobserved === null
      ? []
      : [['This session', `about ${roundTokens(unobserved)} tokens since the last observation`]]),
    ['Unobserved', pending.length === 0 ? 'no session' : `${counted(pending.length, 'session')}: chronicle pending`],
  ];
  printResult(io, table(rows, { width: io.stdout.columns }));
  return 0;
}

interface Wish {
  /** The older observation and, if there is one, the newer, as ids or `<session>#id`. */
  old: string | undefined;
  by: string | undefined;
  isAgreed: boolean;
}

/**
 * Says in the notebook of the newer observation that it replaces the older; without a newer one, the older says of itself that
 * it no longer holds. Shows the change and asks. `sessions` come newest first. Refuses (CHRONICLE_WRONG_USE) ids that are
 * unknown, mean several or are superseded. Returns the exit code.
 */
async function supersede(io: Io, sessions: readonly Session[], { old, by, isAgreed }: Wish): Promise<number> {
  if (old === undefined) throw wrongUse('Use chronicle observations supersede OLD [NEW].');
  const all = allObservations(sessions.toReversed().flatMap(observedSession));
  const older = named(all, old);
  const newer = by === undefined ? older : named(all, by);
  refuseInVain(all, older, by === undefined ? null : newer);
  const session = sessions.find(({ id }) => id === newer.session);
  if (!session) throw wrongUse(`The session of ${oneLine(newer.id)} is gone.`);
  const name = globalName(older);
  const target = by === undefined ? ITSELF : name;
  printResult(
    io,
    by === undefined
      ? `${titled(older)}\nwill be retired: no briefing shows it, and it is listed only with --superseded`
      : `${titled(newer)}\nwill supersede\n${titled(older)}`,
  );
  if (!isAgreed && !(await agrees(io, `Write this into the notebook of ${newer.id}?`))) return 2;
  const owned = notebookOf(session.path, session.id);
  const written = editNotebook(owned, (current) => {
    const found = observationIn(current, newer.id);
    return !found || found.supersedes.includes(target) ? current : addSuperseded(current, found.line, target);
  });
  if (!observationIn(written, newer.id)?.supersedes.includes(target))
    throw wrongUse(`${newer.id} has left its notebook meanwhile.`);
  rebuildIndex(pathsIn(io.env), projectOfChronicle(session.path, rulesIn(io.env)));
  say(
    io,
    `Written. To undo it, delete the line "Supersedes: ${target}" of ${newer.id} in ${owned.path}; chronicle brief brings it back.`,
  );
  return 0;
}

function titled(entry: BookObservation): string {
  return `${globalName(entry)}  ${oneLine(entry.observation.title)}`;
}

/** The observation with an id in a notebook's bytes, read as Latin-1. */
function observationIn(bytes: string, id: string) {
  return readObservations(asText(bytes)).find((each) => each.id === id);
}

/** The observation with an id. */
function named(all: readonly BookObservation[], id: string): BookObservation {
  const sessions = new SessionIds(all.map(({ session }) => session));
  const full = id.includes('#') ? resolvedName(id, '', sessions) : null;
  const found = all.filter((entry) => (id.includes('#') ? globalName(entry) === full : entry.id === id));
  const [only, ...others] = found;
  if (!only)
    throw wrongUse(`No observation of this project has the id ${oneLine(id)}. chronicle observations lists them.`);
  if (others.length > 0)
    throw wrongUse(
      `${found.length} observations have the id ${oneLine(id)}: ${found.map(globalName).join(', ')}. Use one of these.`,
    );
  return only;
}

function refuseInVain(all: readonly BookObservation[], older: BookObservation, newer: BookObservation | null): void {
  if (older === newer) throw wrongUse('An observation cannot supersede itself. Leave out the second id to retire it.');
  const superseded = supersededBy(all);
  const by = superseded.get(globalName(older));
  if (by === older) throw wrongUse(`${older.id} is retired already.`);
  if (by) throw wrongUse(`${older.id} is superseded already, by ${globalName(by)}.`);
  if (newer === null) return;
  const next = superseded.get(globalName(newer));
  if (next === newer) throw wrongUse(`${newer.id} is retired, so it cannot supersede ${older.id}.`);
  if (next) throw wrongUse(`${newer.id} is itself superseded, by ${globalName(next)}.`);
  if (older.attended && !newer.attended)
    throw wrongUse(
      `Nobody attended the session of ${newer.id}, so it cannot supersede ${older.id}, which a person saw.`,
    );
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was changed.`);
}
