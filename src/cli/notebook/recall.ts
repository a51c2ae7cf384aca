import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { placeOf } from '#src/node/session/find.ts';
import { projectDirectoryOf, sessionCheckout } from '#src/node/session/where.ts';
import { prefixFault, type Recalled, recalledTexts, recordsNamed } from '#src/notebook/recalled.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { ownSnapshot } from '../archive/own-archive.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';

export const help: CommandHelp = {
  usage: 'ID…',
  examples: [
    ['chronicle recall o-12ab34', 'a whole observation, by an id from a briefing'],
    ['chronicle recall 3f6c2a10#e-12ab34 --around 3', 'an event with what came before and after it'],
    ['chronicle recall 3f6c2a10', 'the handoff of a session, and the titles of its records'],
  ],
  exits: { 1: 'No record has one of the ids' },
};

/** The usual size of an answer (estimated tokens). */
const USUAL_TOKENS = 800;
/** No answer repeats more records of the same id. */
const MOST = 5;

export const command = defineCommand({
  meta: { name: 'chronicle recall', description: 'Print records by their ids: observations, events, notes, sessions' },
  args: {
    id: { type: 'positional', required: false, description: 'The id of a record, or the beginning of a session id' },
    around: {
      type: 'string',
      valueHint: 'count',
      default: '0',
      description: 'How many records before and after it to name',
    },
    tokens: {
      type: 'string',
      valueHint: 'count',
      default: String(USUAL_TOKENS),
      description: 'The longest answer (estimated tokens)',
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args, io }) {
    const neighbours = count(args.around, '--around', 0);
    const tokens = count(args.tokens, '--tokens', 1);
    return recallIds(io, args._, { neighbours, tokens, json: args.json === true });
  },
});

interface Answer {
  neighbours?: number;
  /** Estimated. */
  tokens?: number;
  json?: boolean;
}

/** Prints the records with these ids, and returns the exit code. */
export function recallIds(
  io: Io,
  ids: readonly string[],
  { neighbours = 0, tokens = USUAL_TOKENS, json = false }: Answer,
): number {
  if (ids.length === 0)
    throw wrongUse('chronicle recall takes ids, such as o-12ab34, or the beginning of a session id.');
  const { sessions } = ownSnapshot(io);
  const directory = projectDirectoryOf(sessionCheckout(io.world, io.world.cwd), io.world.env);
  const own = sessions.filter(({ path }) => placeOf(path).projectDirectory === directory);
  const found = ids.map((id) => {
    const here = recordsNamed(own, id);
    return { id, records: here.length > 0 ? here : recordsNamed(sessions, id) };
  });
  const records = found.flatMap((each) => each.records.slice(0, MOST));
  if (json) printJson(io, records.map(entryOf));
  else if (records.length > 0) {
    const text = recalledTexts(records, { tokens, neighbours });
    if (text !== '') printResult(io, text);
    else say(io, `--tokens ${tokens} is too little for a record.`);
  }
  for (const { id, records: all } of found) {
    if (all.length === 0)
      say(
        io,
        prefixFault(sessions, id) ??
          `No record has the id ${clip(oneLine(id), 80)}. chronicle search finds records by their words.`,
      );
    if (all.length > MOST)
      say(
        io,
        `${all.length} records have the id ${oneLine(id)}; these are ${MOST}. Put a session's id and # before it.`,
      );
  }
  return found.some((each) => each.records.length === 0) ? 1 : 0;
}

function entryOf({ session, kind, id, at, title, text }: Recalled) {
  return { id, kind, session: session.id, project: session.project.slug, at, title, text };
}

function count(text: string, option: string, least: number): number {
  if (/^\d{1,6}$/.test(text) && Number(text) >= least) return Number(text);
  throw wrongUse(`${option} must be a whole number, ${least} or more, not ${text}.`);
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', sentence);
}
