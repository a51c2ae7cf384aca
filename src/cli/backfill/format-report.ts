import { counted, dayRange } from '../../text/day.ts';
import type { Counts, ProjectEntry, Report } from './report.ts';

export interface FormatOptions {
  isDryRun: boolean;
  /** Claude Code's directory of projects. */
  projects: string;
}

/** What a run found and did, for people. */
export function formatReport(report: Report, options: FormatOptions): string {
  const { sessions, candidates, friction, filedBy, skipped, leftOut, unnamedPrompts } = report;
  const paragraphs = [
    conclusion(report, options),
    sessions.length === 0 ? '' : formatProjects(report.projects, options),
    [
      listed('Candidate events', candidates),
      ledger(report, options),
      listed('Friction, counted and not recorded', friction),
      listed('Filed by', words(filedBy, FILED_BY)),
      listed('Sessions left out', words(skipped, SKIPPED)),
      listed('Not read', words(leftOut, LEFT_OUT)),
      unnamedPrompts === 0
        ? ''
        : `${counted(unnamedPrompts, 'prompt')} of the history ${unnamedPrompts === 1 ? 'names' : 'name'} no session.`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    advice(report, options),
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

function conclusion({ sessions, fromHistory, files }: Report, { isDryRun }: FormatOptions): string {
  const read = `Read ${counted(files, 'transcript')}.`;
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (!first || !last) return `${read} There is nothing to fill in. Nothing was written.`;
  const deed = isDryRun ? 'would be filled in' : sessions.length === 1 ? 'was filled in' : 'were filled in';
  const history =
    fromHistory === 0
      ? ''
      : ` Of these, ${fromHistory} from the history of prompts alone, as their transcripts are gone.`;
  const when = dayRange(first.date, last.date);
  return `${read} ${counted(sessions.length, 'session')} ${deed}: ${when}.${history}${isDryRun ? ' Nothing was written.' : ''}`;
}

function formatProjects(projects: readonly ProjectEntry[], options: FormatOptions): string {
  const head = ['Project', 'Sessions', 'From', 'To', 'Candidates', 'Chronicles'];
  const rows = projects.map(({ project, sessions, from, to, candidates, directory }) => [
    project,
    String(sessions),
    from,
    to,
    String(candidates),
    `${options.projects}/${directory}/chronicle`,
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 1 || column === 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function ledger({ ledgerLines }: Report, { isDryRun }: FormatOptions): string {
  if (ledgerLines === 0) return '';
  return `Memory: ${counted(ledgerLines, 'change')} ${isDryRun ? 'would be entered' : 'entered'} into the ledger.`;
}

function listed(what: string, counts: Counts): string {
  const parts = Object.entries(counts).map(([kind, count]) => `${count.toLocaleString('en-GB')} ${kind}`);
  return parts.length === 0 ? '' : `${what}: ${parts.join(', ')}.`;
}

function words(counts: Counts, said: Readonly<Record<string, string>>): Counts {
  return Object.fromEntries(Object.entries(counts).map(([kind, count]) => [said[kind] ?? kind, count]));
}

function advice({ sessions, candidates }: Report, { isDryRun }: FormatOptions): string {
  if (sessions.length === 0) return '';
  if (isDryRun) return 'Without --dry-run, chronicle backfill writes them.';
  const review = Object.keys(candidates).length === 0 ? '' : 'chronicle candidates review decides what counts. ';
  return `${review}chronicle dev shows the archive.`;
}

const FILED_BY: Record<string, string> = {
  checkout: 'the checkout that is there',
  'worktree record': 'the record of a worktree that is gone',
  path: 'the path of a directory that is gone',
  folder: "the name of the transcript's folder",
};

const SKIPPED: Record<string, string> = {
  'has a chronicle': 'with a chronicle',
  'is running': 'running',
  'was forgotten': 'forgotten',
  'lies in an excluded directory': 'in excluded directories',
  'has no prompt of a person': 'without a prompt',
  'is only a copy of another session': 'only a copy of another',
  'tells no time': 'without a time',
  'tells no place': 'without a place',
  'is not among those asked for': 'not asked for',
};

const LEFT_OUT: Record<string, string> = {
  broken: 'lines that are no JSON',
  torn: 'half last lines',
  tooLong: 'lines over 16 MB',
  subagents: 'transcripts of subagents',
  refused: 'links and what is no file',
};
