import type { Failure } from '#src/node/import/failures.ts';
import { causeOf } from '#src/project/chronicle-error.ts';
import { chronicleDirectory } from '#src/project/paths.ts';
import { counted, dayRange } from '#src/text/day.ts';
import { table } from '../terminal/table.ts';
import { plain } from '../terminal/text.ts';
import type { Counts, ProjectEntry, Report } from './report.ts';
import { FILED_BY, FRICTION, LEFT_OUT, type Names, SKIPPED } from './report-names.ts';

export interface FormatOptions {
  isDryRun: boolean;
  /** Claude Code's directory of projects. */
  projects: string;
}

const MOST_SHOWN = 5;

/** What a run found and did, for people. */
export function formatReport(report: Report, options: FormatOptions): string {
  const { sessions, candidates, friction, filedBy, skipped, leftOut, unnamedPrompts, gone } = report;
  const paragraphs = [
    conclusion(report, options),
    sessions.length === 0 ? '' : formatProjects(report.projects, options),
    [
      listed('Candidate events', candidates),
      ledger(report, options),
      listed('Friction, counted and not recorded', friction, FRICTION),
      filing(filedBy),
      ...goneLines(gone),
      listed('Sessions left out', skipped, SKIPPED),
      listed('Not read', leftOut, LEFT_OUT),
      unnamedPrompts === 0
        ? ''
        : `${counted(unnamedPrompts, 'prompt')} of the history ${unnamedPrompts === 1 ? 'names' : 'name'} no session.`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    outgrown(report.outgrown),
    running(skipped),
    unwritten(skipped, options),
    advice(report, options),
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

function conclusion(
  { sessions, fromHistory, files, skipped, ledgerLines }: Report,
  { isDryRun }: FormatOptions,
): string {
  const read = `Read ${counted(files, 'transcript')}.`;
  const [first, last] = rangeOf(sessions);
  if (!first || !last) {
    const nothing = skipped['could not be written'] ? 'Nothing could be filled in.' : 'There is nothing to fill in.';
    return `${read} ${nothing}${ledgerLines > 0 && !isDryRun ? '' : ' Nothing was written.'}`;
  }
  const deed = isDryRun ? 'would be filled in' : sessions.length === 1 ? 'was filled in' : 'were filled in';
  const history =
    fromHistory === 0
      ? ''
      : ` Of these, ${fromHistory} from the history of prompts alone, as their transcripts are gone.`;
  const when = dayRange(first, last);
  return `${read} ${counted(sessions.length, 'session')} ${deed}: ${when}.${history}${isDryRun ? ' Nothing was written.' : ''}`;
}

/** By date: a clock that was wrong for a while puts sessions out of order. */
function rangeOf(sessions: Report['sessions']): [first: string | undefined, last: string | undefined] {
  const days = sessions.map(({ date }) => date).sort();
  return [days[0], days.at(-1)];
}

function formatProjects(projects: readonly ProjectEntry[], options: FormatOptions): string {
  const head = ['Project', 'Sessions', 'From', 'To', 'Candidates', 'Chronicles'];
  const rows = projects.map(({ project, sessions, from, to, candidates, directory }) => [
    project,
    String(sessions),
    from,
    to,
    String(candidates),
    chronicleDirectory(options, directory),
  ]);
  return plain(table([head, ...rows], { right: [1, 4] }));
}

function ledger({ ledgerLines }: Report, { isDryRun }: FormatOptions): string {
  if (ledgerLines === 0) return '';
  return `Memory: ${counted(ledgerLines, 'change')} ${isDryRun ? 'would be entered' : 'entered'} into the ledger.`;
}

function listed(what: string, counts: Counts, names: Names = {}): string {
  const parts = Object.entries(counts).map(([kind, count]) => {
    const [one, several] = names[kind] ?? [kind, kind];
    return `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`;
  });
  return parts.length === 0 ? '' : `${what}: ${parts.join(', ')}.`;
}

/** How the project was found out of sessions whose directory is gone. */
function filing({ checkout: _, ...others }: Counts): string {
  return listed('Sessions whose directory is gone', others, FILED_BY);
}

/** Each directory that is gone, with the project its sessions stand under: of a worktree that may be another than it was. */
function goneLines(gone: Report['gone']): string[] {
  const shown = gone.slice(0, MOST_SHOWN).map(({ cwd, project }) => `  ${cwd} is gone: filed under ${project}`);
  const rest = gone.length - shown.length;
  return [...shown, ...(rest > 0 ? [`  and ${rest} more, which --json lists`] : [])];
}

function outgrown(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const [first = ''] = paths;
  const [verb, place] = paths.length === 1 ? ['session', 'its chronicle'] : ['sessions', 'their chronicles'];
  const shown = paths.slice(0, MOST_SHOWN).map((path) => `  ${path}`);
  const rest = paths.length - shown.length;
  return [
    `${paths.length} ${verb} went on after being filled in; what came later is not in ${place}:`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more, which --json lists`] : []),
    `To fill one in anew, remove its file, such as ${first}, and run chronicle backfill again. What was confirmed or written into it since is lost then. Not with chronicle forget: a session that was forgotten is not filled in again.`,
  ].join('\n');
}

function running(skipped: Counts): string {
  const count = skipped['may be running'] ?? 0;
  if (count === 0) return '';
  const [these, they] =
    count === 1 ? ['1 transcript was', 'its session'] : [`${count} transcripts were`, 'their sessions'];
  return `${these} written within the last ten minutes, so ${they} may still be running. Run chronicle backfill again later.`;
}

function unwritten(skipped: Counts, { isDryRun }: FormatOptions): string {
  const count = isDryRun ? 0 : (skipped['could not be written'] ?? 0);
  return count === 0
    ? ''
    : `The next chronicle backfill goes on with the ${counted(count, 'session')} that could not be written.`;
}

function advice({ sessions, candidates }: Report, { isDryRun }: FormatOptions): string {
  if (sessions.length === 0) return '';
  if (isDryRun) return 'Without --dry-run, chronicle backfill writes them.';
  const review = Object.keys(candidates).length === 0 ? '' : 'chronicle candidates review decides what counts. ';
  const redacted = 'Tokens, keys and passwords that were recognised are replaced; the scan is an aid and misses some.';
  return `${redacted} ${review}chronicle dev shows the archive. A second run adds sessions and updates none.`;
}

/** What was left out of a project, and why; the rest of the run was written, whatever the error says of itself. */
export function failureSentence({ directory, sessions, isLedger, error }: Failure, projects: string): string {
  const lost = [
    ...(sessions > 0 ? [counted(sessions, 'session')] : []),
    ...(isLedger ? ['the changes of memory'] : []),
  ];
  const verb = sessions === 1 && !isLedger ? 'was' : 'were';
  const why = causeOf(error);
  return `${projects}/${directory}/chronicle: ${lost.join(' and ')} ${verb} left out. ${why}`;
}
