import { normalConcept } from '#src/chronicle/notebook/concept.ts';
import { TYPES_OF_OBSERVATIONS } from '#src/chronicle/notebook/observation-kinds.ts';
import { TAGS, tagWord } from '#src/chronicle/tags.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { type RecallRequest, recall } from '#src/node/recall/recall.ts';
import { projectDirectoryOf, sessionCheckout } from '#src/node/session/where.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { localTime } from '#src/record/local-time.ts';
import { kindNamed, tagNamed } from '#src/search/query-words.ts';
import { RECORD_KINDS } from '#src/search/record.ts';
import { readSpokenDay, SPOKEN_DAYS } from '#src/search/spoken-day.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { withFinder } from '../archive/own-finder.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';

export const help: CommandHelp = {
  usage: '[WORDS…|ID…]',
  examples: [
    ['chronicle recall', 'the sessions of this project, newest first'],
    ['chronicle recall flaky redirect test', 'the records that fit these words best, one line each'],
    ['chronicle recall --file auth.ts --since "last month"', 'what happened around a file'],
    ['chronicle recall --type decision --project all', 'all decisions, in every project'],
    ['chronicle recall 3f6c2a10', 'the handoff of a session, and the titles of its records'],
    ['chronicle recall 3f6c2a10#e-12ab34 --around 3', 'a whole record with what came before and after it'],
  ],
  exits: { 1: 'Nothing was found' },
};

/** The usual size of an answer (estimated tokens). */
const USUAL_TOKENS = 800;
/** Longer questions are pasted texts (UTF-16 units): their beginning is asked. */
const LONGEST = 20_000;

export const command = defineCommand({
  meta: {
    name: 'chronicle recall',
    description:
      'Ask the archive: without words, the sessions of this project; with words, the records that fit best; with ids, whole records. Every answer says what it costs in tokens',
  },
  args: {
    words: { type: 'positional', required: false, description: 'Words of a question, or ids of records or sessions' },
    file: { type: 'string', valueHint: 'path', description: 'Only about this file, or one whose path ends like this' },
    concept: { type: 'string', valueHint: 'concept', description: 'Only observations about this concept' },
    type: {
      type: 'string',
      valueHint: 'type',
      description: `Only observations of this type: ${TYPES_OF_OBSERVATIONS.join(', ')}`,
    },
    tag: {
      type: 'string',
      valueHint: 'tag',
      description: `Only events with this tag: ${TAGS.map(tagWord).join(', ')}`,
    },
    kind: { type: 'string', valueHint: 'kind', description: `Only records of this kind: ${RECORD_KINDS.join(', ')}` },
    since: {
      type: 'string',
      valueHint: 'day',
      description: 'Only since a day, such as 2026-10, yesterday or "last week"',
    },
    until: { type: 'string', valueHint: 'day', description: 'Only until a day' },
    project: { type: 'string', valueHint: 'project', description: 'Another project than this, or all' },
    around: {
      type: 'string',
      valueHint: 'count',
      default: '0',
      description: 'How many records before and after one to name',
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
    const today = localTime(io.world.now()).date;
    const request: Omit<RecallRequest, 'here'> = {
      words: args._.join(' ')
        .slice(0, LONGEST)
        .split(/\s+/)
        .filter((word) => word !== ''),
      files: args.file === undefined || args.file.trim() === '' ? [] : [args.file.trim()],
      concepts:
        args.concept === undefined ? [] : [read(args.concept, '--concept', 'a concept such as caching', conceptNamed)],
      types: args.type === undefined ? [] : [read(args.type, '--type', list(TYPES_OF_OBSERVATIONS), typeNamed)],
      tags: args.tag === undefined ? [] : [read(args.tag, '--tag', list(TAGS.map(tagWord)), tagNamed)],
      kinds: args.kind === undefined ? [] : [read(args.kind, '--kind', list(RECORD_KINDS), kindNamed)],
      since: args.since === undefined ? null : day(args.since, '--since', today),
      until: args.until === undefined ? null : day(args.until, '--until', today),
      project: args.project ?? null,
      around: count(args.around, '--around', 0),
      tokens: count(args.tokens, '--tokens', 1),
    };
    return printRecalled(io, request, args.json === true);
  },
});

/** Prints the records with these ids, and returns the exit code. */
export function recallIds(io: Io, ids: readonly string[], { json = false } = {}): Promise<number> {
  if (ids.length === 0) throw wrongUse('Name at least one id, such as o-12ab34, or the beginning of a session id.');
  const none = { files: [], concepts: [], types: [], tags: [], kinds: [], since: null, until: null, project: null };
  return printRecalled(io, { ...none, words: ids, around: 0, tokens: USUAL_TOKENS }, json);
}

async function printRecalled(io: Io, request: Omit<RecallRequest, 'here'>, json: boolean): Promise<number> {
  const here = projectDirectoryOf(sessionCheckout(io.world, io.world.cwd), io.world.env);
  const options = { isScript: true, isFresh: false };
  const { size, text, entries, found, tokens, problems } = await withFinder(io, options, (finder) => ({
    size: finder.size,
    ...recall(finder, { ...request, here }),
  }));
  if (json) printJson(io, { found, tokens, records: entries });
  else if (text !== '') printResult(io, text);
  if (size > 0) for (const problem of problems) say(io, problem);
  return problems.length > 0 || found === 0 ? 1 : 0;
}

function read<Value>(text: string, option: string, forms: string, find: (text: string) => Value | undefined): Value {
  const value = find(text.trim());
  if (value !== undefined) return value;
  throw wrongUse(`${option} must be ${forms}, not ${clip(oneLine(text), 80)}.`);
}

function list(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

function conceptNamed(text: string): string | undefined {
  return normalConcept(text) || undefined;
}

function typeNamed(text: string) {
  return TYPES_OF_OBSERVATIONS.find((type) => type === text.toLowerCase());
}

function day(text: string, option: string, today: string): string {
  return read(text, option, SPOKEN_DAYS, (words) => readSpokenDay(words, today));
}

function count(text: string, option: string, least: number): number {
  if (/^\d{1,6}$/.test(text) && Number(text) >= least) return Number(text);
  throw wrongUse(`${option} must be a whole number, ${least} or more, not ${clip(oneLine(text), 80)}.`);
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', sentence);
}
