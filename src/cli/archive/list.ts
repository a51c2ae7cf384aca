import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import type { RecordIndex } from '#src/index/index.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { counted } from '#src/lib/text/day.ts';
import { listed as inWords } from '#src/lib/listed.ts';
import type { CommandHelp } from '../command-help.ts';
import { readLimit, readOn, readSince } from '../option-values.ts';
import { say } from '../terminal/print.ts';
import { formatList, listEntry } from './format-list.ts';
import { slugNamed } from './of-project.ts';
import { withIndex } from './own-index.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle list --since 2026-10 --project tidemark', 'sessions of one project since October'],
    ['chronicle list --file src/auth.ts', 'sessions that edited a file; auth.ts or src/ would find more'],
    ['chronicle list --on today', 'sessions of this day of the year, in all years'],
    ['chronicle list --machine laptop', 'sessions of the archive with this name in the settings'],
    ['chronicle list --json --limit 1', 'the newest session, for a script'],
  ],
  files: [['<config>/projects/*/chronicle/', 'the archive']],
};

export const command = defineCommand({
  meta: { name: 'chronicle list', description: 'List sessions, newest first' },
  args: {
    project: { type: 'string', valueHint: 'project', description: 'Only sessions of this project' },
    since: {
      type: 'string',
      valueHint: 'day',
      description: 'Only sessions since a day, such as 2026-10, yesterday or "last week"',
    },
    on: {
      type: 'string',
      valueHint: 'day',
      description: 'Only sessions of this day of the year, in all years, such as 11-24 or today',
    },
    file: {
      type: 'string',
      valueHint: 'file',
      description: 'Only sessions that edited this file, or one whose path ends like this; a directory ends with /',
    },
    machine: {
      type: 'string',
      valueHint: 'name',
      description: 'Only sessions of the archive with this name in "roots" of config.json',
    },
    from: {
      type: 'string',
      valueHint: 'system',
      description: 'Only sessions that were imported from this system, such as claude-mem',
    },
    limit: { type: 'string', valueHint: 'count', default: '20', description: 'How many sessions to list' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const limit = readLimit(args.limit);
    const since = readSince(args.since, io);
    const on = readOn(args.on, io);
    const { listed, total, size, hasFacts } = await withIndex(io, { isScript: args.json === true }, (index) => {
      const projects = args.project === undefined || index.size === 0 ? null : [slugNamed(index, args.project)];
      const machine = args.machine === undefined ? null : machineNamed(index, args.machine);
      const found = index.list(
        { projects, since, until: null, on, machine, from: args.from ?? null, file: args.file ?? null },
        limit,
      );
      return { ...found, size: index.size, hasFacts: index.hasFacts };
    });
    if (args.json) printJson(io, listed.map(listEntry));
    else printResult(io, formatList(listed, io.stdout.columns));
    const rest = total - listed.length;
    if (rest > 0) say(io, `${counted(rest, 'older session')} not listed. Use --limit ${total} to list all.`);
    else if (total === 0 && size > 0)
      say(io, `No sessions match; the archive has ${counted(size, 'session')}.${noFiles(hasFacts, args.file)}`);
    return 0;
  },
});

/** The name of the archive that is meant. Throws if there is none. */
function machineNamed(index: RecordIndex, word: string): string {
  const known = index.names('machine').filter((name) => name !== '');
  const found = known.find((name) => name.toLowerCase() === word.toLowerCase());
  if (found !== undefined) return found;
  const names =
    known.length > 0
      ? `Named are: ${inWords(known)}.`
      : 'No archive has a name: give it one with "roots" in config.json, as docs/settings.md shows.';
  throw new ChronicleError('CHRONICLE_WRONG_USE', `No archive is called ${word}. ${names}`);
}

/** Why `--file` finds nothing in an archive without facts; empty otherwise. */
function noFiles(hasFacts: boolean, file: string | undefined): string {
  if (file === undefined || hasFacts) return '';
  return ' No transcript was read yet, so edited files are unknown: chronicle import transcripts.';
}
