import { sessionsWithFile } from '#src/archive/file-histories.ts';
import type { Session } from '#src/chronicle/session.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { isBetween } from '#src/search/query-day.ts';
import { counted } from '#src/text/day.ts';
import type { CommandHelp } from '../command-help.ts';
import { readLimit, readSince } from '../option-values.ts';
import { say } from '../terminal/print.ts';
import { formatList, type ListedSession, listEntry } from './format-list.ts';
import { freshArchive } from './fresh-archive.ts';
import { ofProject } from './of-project.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle list --since 2026-10 --project tidemark', 'sessions of one project since October'],
    ['chronicle list --file src/auth.ts', 'sessions that edited a file; auth.ts or src/ would find more'],
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
      description: 'Only sessions since this year, month or day, such as 2026-10',
    },
    file: {
      type: 'string',
      valueHint: 'file',
      description: 'Only sessions that edited this file, or one whose path ends like this; a directory ends with /',
    },
    limit: { type: 'string', valueHint: 'count', default: '20', description: 'How many sessions to list' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const limit = readLimit(args.limit);
    const since = readSince(args.since);
    const archive = await freshArchive(io, { isScript: args.json === true });
    const all = archive.snapshot.sessions;
    const inTime = ofProject(all, args.project).filter(({ chronicle }) =>
      isBetween(chronicle.frontMatter.date, since, null),
    );
    const matching: ListedSession[] =
      args.file === undefined
        ? inTime.map((session) => ({ session }))
        : sessionsWithFile(inTime, args.file, (session) => archive.filesOf(session));
    const listed = matching.slice(0, limit);
    if (args.json) printJson(io, listed.map(listEntry));
    else printResult(io, formatList(listed, io.stdout.columns));
    const rest = matching.length - listed.length;
    if (rest > 0) say(io, `${counted(rest, 'older session')} not listed. Use --limit ${matching.length} to list all.`);
    else if (matching.length === 0 && all.length > 0)
      say(io, `No sessions match; the archive has ${counted(all.length, 'session')}.${noFiles(all, args.file)}`);
    return 0;
  },
});

/** Why `--file` finds nothing in an archive without facts; empty otherwise. */
function noFiles(sessions: readonly Session[], file: string | undefined): string {
  if (file === undefined || sessions.some(({ facts }) => facts !== undefined)) return '';
  return ' No transcript was read yet, so edited files are unknown: chronicle import transcripts.';
}
