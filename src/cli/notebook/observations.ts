/** `chronicle observations`: lists a project's observations. */
import { SCOPES } from '#src/format/notebook/observation-kinds.ts';
import { type CommandHelp, defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import {
  allObservations,
  costOfReading,
  globalName,
  type PlacedObservation,
  supersededBy,
} from '#src/notes/superseded.ts';
import { projectHere } from '#src/record/where.ts';
import { ofProject } from '../session-named.ts';
import { ownSnapshot } from '../own-archive.ts';
import { readLimit } from '../option-values.ts';
import { table } from '../terminal/table.ts';

export const help: CommandHelp = {
  usage: '[list]',
  examples: [['chronicle observations --scope global --project all', 'what holds in every project']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle observations',
    description: "List this project's observations, newest first",
  },
  args: {
    action: { type: 'positional', required: false, description: 'list (usual)' },
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
    const [action = 'list', ...others] = args._;
    if (action !== 'list' || others.length > 0)
      throw wrongUse(
        `There is no chronicle observations ${oneLine(args._.join(' '))}. It lists them; chronicle recall ID prints one, and finds by type, concept, file and day.`,
      );
    const all = allObservations(own);
    const superseded = supersededBy(all);
    const kept = args.superseded ? all : all.filter((entry) => !superseded.has(globalName(entry)));
    const matching = kept.filter(({ observation }) => scope === undefined || observation.scope === scope);
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
    else if (matching.length === 0) say(io, `None of ${counted(kept.length, 'observation')} matches.`);
    else
      say(
        io,
        `${counted(matching.length, 'observation')} of ${grouped(kept.length)}, which take about ${grouped(costOf(kept))} tokens.`,
      );
    return 0;
  },
});

function costOf(kept: readonly PlacedObservation[]): number {
  return kept.reduce((sum, entry) => sum + costOfReading(entry), 0);
}

function jsonOf(entry: PlacedObservation, by: PlacedObservation | undefined) {
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

function formatObservations(entries: readonly PlacedObservation[], columns: number) {
  const rows = entries.map((entry) => {
    const { id, priority, type, scope, title } = entry.observation;
    const tokens = String(costOfReading(entry));
    return [id, entry.at, `P${priority}`, type ?? '-', scope, tokens, clip(oneLine(title), 200)];
  });
  const head = ['ID', 'When', '', 'Type', 'Scope', 'Tokens', 'Title'];
  return table(rows, { head, right: [5], keep: [0, 1, 2], width: columns, last: 'cut' });
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was changed.`);
}
