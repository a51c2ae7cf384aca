import { defineCommand } from './command.ts';
import { printJson, printResult, say } from './terminal/print.ts';
import type { CommandHelp } from './command.ts';
import type { Io } from './terminal/io.ts';
import {
  CHOICES,
  type Given,
  LEAST_TOKENS,
  type RecallAnswer,
  readRequest,
  recall,
  USUAL_TOKENS,
} from '#src/index/recall.ts';
import { estimatedTokens } from '#src/lib/text/plain.ts';
import { projectHere } from '#src/record/where.ts';
import { localTime } from '#src/lib/local-time.ts';
import { withIndex } from './own-index.ts';

export const help: CommandHelp = {
  usage: '[WORDS…|ID…]',
  examples: [
    ['chronicle recall', 'the sessions of this project, newest first'],
    ['chronicle recall flaky redirect test', 'the records that fit these words best, one line each'],
    ['chronicle recall --file auth.ts --since "last month"', 'what happened around a file'],
    ['chronicle recall --type decision --project all', 'all decisions, in every project'],
    ['chronicle recall 3f6c2a10', 'the handoff of a session, and the titles of its records'],
    ['chronicle recall 3f6c2a10#e-12ab34', 'a whole record'],
  ],
  exits: { 1: 'nothing was found' },
};

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
      description: `Only observations of this type: ${CHOICES.type.join(', ')}`,
    },
    tag: {
      type: 'string',
      valueHint: 'tag',
      description: `Only events with this tag: ${CHOICES.tag.join(', ')}`,
    },
    kind: { type: 'string', valueHint: 'kind', description: `Only records of this kind: ${CHOICES.kind.join(', ')}` },
    since: {
      type: 'string',
      valueHint: 'day',
      description: 'Only since a day, such as 2026-10, yesterday or "last week"',
    },
    until: { type: 'string', valueHint: 'day', description: 'Only until a day' },
    project: { type: 'string', valueHint: 'project', description: 'Another project than this, or all' },
    tokens: {
      type: 'string',
      valueHint: 'count',
      default: String(USUAL_TOKENS),
      description: `The longest answer (estimated tokens), at least ${LEAST_TOKENS}`,
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args, io }) {
    const { file, concept, type, tag, kind, since, until, project, tokens } = args;
    const given = { file, concept, type, tag, kind, since, until, project, tokens, words: args._.join(' ') };
    return printRecalled(io, given, args.json === true);
  },
});

async function printRecalled(io: Io, given: Given, json: boolean): Promise<number> {
  const { size, text, entries, found, problems } = await askArchive(io, given);
  if (json) printJson(io, { found, tokens: estimatedTokens(text), records: entries });
  else if (text !== '') printResult(io, text);
  if (size > 0) for (const problem of problems) say(io, problem);
  return problems.length > 0 || found === 0 ? 1 : 0;
}

/**
 * Asks the archive, for `chronicle recall` and the tools of `chronicle mcp`. Besides the answer returns how many sessions
 * there are. Refuses options that mean nothing (CHRONICLE_WRONG_USE).
 */
export function askArchive(io: Io, given: Given): Promise<RecallAnswer & { size: number }> {
  const here = projectHere(io.env).root;
  const today = localTime(io.env.now()).date;
  const request = readRequest(given, { today, here });
  const options = { isScript: true, isFresh: false };
  return withIndex(io, options, (index) => ({ size: index.size, ...recall(index, request) }));
}
