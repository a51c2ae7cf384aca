import { resolve } from 'node:path';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { isBetween } from '#src/index/days.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { importTranscripts } from '#src/import/import-transcripts.ts';
import type { PlannedSession } from '#src/import/plan-sessions.ts';
import { pathsIn } from '#src/lib/env.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { slugOf } from '#src/lib/slug.ts';
import { localTime } from '#src/lib/local-time.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import type { CommandHelp } from '../command.ts';
import { readSince } from '../option-values.ts';
import { say } from '../terminal/print.ts';
import { ProgressBar } from '../terminal/progress.ts';
import { reportingProgress } from './broken-off.ts';
import { failureSentence, formatReport } from './format-report.ts';
import { projectOf, reportOf } from './report.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle import transcripts --dry-run', 'lists what would be imported'],
    ['chronicle import transcripts --project . --since 2026-10', 'imports the sessions of this project since October'],
    ['chronicle import undo last', 'deletes what the last import brought in'],
  ],
  files: [
    ['<config>/projects/*/*.jsonl', "Claude Code's transcripts; never changed"],
    ['<config>/projects/*/chronicle/*.md', 'the chronicles'],
    ['<config>/projects/*/chronicle/facts/*.json', 'what the transcripts show; they outlive the transcripts'],
    ['<config>/session-chronicle/imports/', 'what each import wrote, so that it can be undone'],
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
    if (args.project?.trim() === '') throw noName();
    const { env } = io;
    const { projects } = pathsIn(env);
    const isDryRun = args['dry-run'] === true;
    const since = readSince(args.since, io);
    const isOfProject = projectFilter(env.cwd, args.project);
    const progress = new ProgressBar(io.stderr);
    const isSelected = (session: PlannedSession) =>
      isOfProject(session) && (since === null || isBetween(localTime(new Date(session.at)).date, since, null));
    const result = await reportingProgress(io, progress, () =>
      importTranscripts(env, { isSelected, isDryRun, progress }),
    );
    if (args.project !== undefined) requireProject(args.project, result.sessions, isOfProject);
    const report = reportOf(result);
    const unreadable = result.transcripts.unreadable.map(
      ({ path, error }) => `${path} was skipped. ${sentenceOf(error)}`,
    );
    const unwritten = result.failures.map((failure) => failureSentence(failure, projects));
    if (args.json) printJson(io, { dryRun: isDryRun, ...report, unreadable, unwritten, problems: result.problems });
    else printResult(io, formatReport(report, { isDryRun, projects, width: io.stdout.columns }));
    const sentences = [...unreadable, ...unwritten, ...result.problems];
    for (const sentence of sentences) say(io, sentence);
    return sentences.length > 0 ? 1 : 0;
  },
});

function noName(): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_WRONG_USE',
    '--project needs the name of a project or a path in it. Nothing was changed.',
  );
}

/** Matches a project by its name, by Claude Code's name for its directory, or by a path in one of its checkouts. */
function projectFilter(cwd: string, name: string | undefined): (session: PlannedSession) => boolean {
  if (name === undefined) return () => true;
  const isPath = /[\\/]|^\.{1,2}$/.test(name);
  const directory = isPath ? directoryName(checkoutOf(resolve(cwd, name)).mainTop) : name;
  const lowerName = lowerCase(name);
  return (session) =>
    session.filing.directory === directory ||
    (!isPath && (nameOf(session) === lowerName || lowerCase(projectOf(session)) === lowerName));
}

function nameOf(session: PlannedSession): string {
  return slugOf(projectOf(session), 'project').toLowerCase();
}

function lowerCase(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function requireProject(
  name: string,
  sessions: readonly PlannedSession[],
  isOfProject: (session: PlannedSession) => boolean,
): void {
  if (sessions.some(isOfProject)) return;
  const names = [...new Set(sessions.map(nameOf))].sort();
  const nearest = nearestOf(name, names);
  const others =
    names.length === 0
      ? 'No transcripts found.'
      : `Projects: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`;
  throw new ChronicleError(
    'CHRONICLE_NO_PROJECT',
    `No sessions found for project ${name}. ${nearest ? `Did you mean ${nearest}?` : others} Nothing was changed.`,
  );
}
