/** `chronicle import transcripts`. */
import { resolve } from 'node:path';
import { defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { importTranscripts } from '#src/import/import-transcripts.ts';
import type { PlannedSession } from '#src/import/plan-sessions.ts';
import { isBetween } from '#src/index/days.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { localTime } from '#src/lib/local-time.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { slugOf } from '#src/lib/slug.ts';
import type { CommandHelp } from '../command.ts';
import { readSince } from '../option-values.ts';
import { runningImport } from './running-import.ts';
import { formatReport, projectOf, reportOf } from './report.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle import transcripts --dry-run', 'lists what would be imported'],
    ['chronicle import transcripts --project . --since 2026-10', 'imports the sessions of this project since October'],
    ['chronicle import undo last', 'deletes what the last import brought in'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle import transcripts',
    description:
      "Import sessions from Claude Code's transcripts: a chronicle for each session that has none, and for all of them what the transcript shows: prompts, files, commits, and events that are found in it. No chronicle that exists is changed. A second run only adds what is new. Recognised tokens, keys and passwords are replaced, but the scan is an aid and misses some. Exits with 1 if something cannot be read or written",
  },
  args: {
    project: {
      type: 'string',
      valueHint: 'project',
      description: 'Only sessions of this project, given by name or by a path in it',
    },
    since: {
      type: 'string',
      valueHint: 'day',
      description: 'Only sessions since a day, such as 2026-10, yesterday or "last week"',
    },
    'dry-run': { type: 'boolean', description: 'Show what would be written, but write nothing' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { env } = io;
    const isDryRun = args['dry-run'] === true;
    const isOfProject = projectFilter(env.cwd, args.project);
    const since = readSince(args.since, io);
    const isSelected = (session: PlannedSession) =>
      isOfProject(session) && (since === null || isBetween(localTime(new Date(session.at)).date, since, null));
    const result = await runningImport(io, { kind: 'transcripts', unit: 'session' }, (bar) =>
      importTranscripts(env, { isSelected, isDryRun, progress: bar }),
    );
    if (args.project !== undefined && !result.sessions.some(isOfProject))
      throw noProject(args.project, result.sessions);
    const unreadable = result.unreadable.map(({ path, error }) => `${path} was skipped. ${sentenceOf(error)}`);
    const report = reportOf(result);
    if (args.json) printJson(io, { dryRun: isDryRun, ...report, unreadable, problems: result.problems });
    else printResult(io, formatReport(report, { isDryRun, width: io.stdout.columns }));
    const sentences = [...unreadable, ...result.problems];
    for (const sentence of sentences) say(io, sentence);
    return sentences.length > 0 ? 1 : 0;
  },
});

/**
 * Matches the sessions of a project by its name, by Claude Code's name for its directory, or by a path in one of its checkouts;
 * all without a name.
 */
function projectFilter(cwd: string, name: string | undefined): (session: PlannedSession) => boolean {
  if (name === undefined) return () => true;
  const isPath = /[\\/]|^\.{1,2}$/.test(name);
  const directory = isPath ? directoryName(checkoutOf(resolve(cwd, name)).mainTop) : name;
  return (session) => session.filing.directory === directory || (!isPath && keyOf(projectOf(session)) === keyOf(name));
}

/** A project's name as people type it. */
function keyOf(name: string): string {
  return slugOf(name, 'project').toLowerCase();
}

function noProject(name: string, sessions: readonly PlannedSession[]): ChronicleError {
  const names = [...new Set(sessions.map((session) => keyOf(projectOf(session))))].sort();
  const nearest = nearestOf(name, names);
  const advice = nearest ? `Did you mean ${nearest}?` : 'chronicle import transcripts --dry-run --json lists them.';
  return new ChronicleError(
    'CHRONICLE_NO_PROJECT',
    `No sessions found for project ${name}. ${advice} Nothing was changed.`,
  );
}
