import type { Failure } from '#src/node/import/failures.ts';
import { causeOf } from '#src/project/chronicle-error.ts';
import { chronicleDirectory } from '#src/project/paths.ts';
import { counted, dayRange } from '#src/text/day.ts';
import { table } from '../terminal/table.ts';
import { dim, joined, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';
import type { Counts, ProjectEntry, Report } from './report.ts';
import { FILED_BY, FRICTION, LEFT_OUT, type Names, SKIPPED } from './report-names.ts';

export interface FormatOptions {
  isDryRun: boolean;
  /** Claude Code's directory of projects. */
  projects: string;
  /** The width of the terminal. */
  width: number;
}

const MOST_SHOWN = 5;

/** The report of a run, for people. */
export function formatReport(report: Report, options: FormatOptions): Text {
  const { sessions, candidates, friction, filedBy, skipped, leftOut, unnamedPrompts, gone } = report;
  const text = (paragraph: string) => (paragraph === '' ? [] : [wrap(paragraph, measureOf(options.width))]);
  const paragraphs = [
    ...text(conclusion(report, options)),
    ...(sessions.length === 0 ? [] : [formatProjects(report.projects, options)]),
    ...text(
      [
        listed('Unconfirmed events', candidates),
        ledger(report, options),
        listed('Routine failures (counted, not imported)', friction, FRICTION),
        filing(filedBy),
        ...goneLines(gone),
        listed('Sessions skipped', skipped, SKIPPED),
        listed('Not read', leftOut, LEFT_OUT),
        unnamedPrompts === 0 ? '' : `Prompts in the history that belong to no session: ${unnamedPrompts}.`,
      ]
        .filter((line) => line !== '')
        .join('\n'),
    ),
    ...text(outgrown(report.outgrown)),
    ...text(running(skipped)),
    ...text(unwritten(skipped, options)),
    ...text(advice(report, options)),
  ];
  return joined(paragraphs, '\n\n');
}

function conclusion(
  { sessions, fromHistory, files, skipped, ledgerLines }: Report,
  { isDryRun }: FormatOptions,
): string {
  const read = files === 0 ? 'No transcripts found.' : `Read ${counted(files, 'transcript')}.`;
  const [first, last] = rangeOf(sessions);
  if (!first || !last) {
    const nothing = skipped['could not be written'] ? 'No session could be backfilled.' : 'Nothing to backfill.';
    return `${read} ${nothing}${ledgerLines > 0 && !isDryRun ? '' : ' Nothing was changed.'}`;
  }
  const verb = isDryRun ? 'Would backfill' : 'Backfilled';
  const history = fromHistory === 0 ? '' : ` For ${fromHistory} of them, only the prompt history is left.`;
  const when = dayRange(first, last);
  return `${read} ${verb} ${counted(sessions.length, 'session')}: ${when}.${history}${isDryRun ? ' Nothing was changed.' : ''}`;
}

/** By date, since a wrong clock can put sessions out of order. */
function rangeOf(sessions: Report['sessions']): [first: string | undefined, last: string | undefined] {
  const days = sessions.map(({ date }) => date).sort();
  return [days[0], days.at(-1)];
}

function formatProjects(projects: readonly ProjectEntry[], options: FormatOptions): Text {
  const head = ['Project', 'Sessions', 'From', 'To', 'Unconfirmed', 'Directory'];
  const rows = projects.map(({ project, sessions, from, to, candidates, directory }) => [
    project,
    String(sessions),
    from,
    to,
    String(candidates),
    dim(chronicleDirectory(options, directory)),
  ]);
  return table(rows, { head, right: [1, 4], width: options.width, last: 'cut' });
}

function ledger({ ledgerLines }: Report, { isDryRun }: FormatOptions): string {
  if (ledgerLines === 0) return '';
  return `Memory: ${counted(ledgerLines, 'change')} ${isDryRun ? 'would be added' : 'added'} to the ledger.`;
}

function listed(what: string, counts: Counts, names: Names = {}): string {
  const parts = Object.entries(counts).map(([kind, count]) => {
    const [one, several] = names[kind] ?? [kind, kind];
    return `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`;
  });
  return parts.length === 0 ? '' : `${what}: ${parts.join(', ')}.`;
}

/** How the projects of sessions were found if their directory is gone. */
function filing({ checkout: _, ...others }: Counts): string {
  return listed('Sessions whose directory is gone', others, FILED_BY);
}

/** Each deleted directory, with the project that its sessions are filed under. */
function goneLines(gone: Report['gone']): string[] {
  const shown = gone.slice(0, MOST_SHOWN).map(({ cwd, project }) => `  ${cwd}: filed under ${project}`);
  const rest = gone.length - shown.length;
  return [...shown, ...(rest > 0 ? [`  and ${rest} more; --json lists all`] : [])];
}

function outgrown(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const [first = ''] = paths;
  const [verb, place] = paths.length === 1 ? ['session', 'its chronicle'] : ['sessions', 'their chronicles'];
  const shown = paths.slice(0, MOST_SHOWN).map((path) => `  ${path}`);
  const rest = paths.length - shown.length;
  return [
    `${paths.length} ${verb} continued after the backfill. The later part is not in ${place}:`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more; --json lists all`] : []),
    `To backfill one again, delete its file, such as ${first}, and run chronicle backfill. You lose what you confirmed or wrote in it. Do not use chronicle forget: forgotten sessions are never backfilled.`,
  ].join('\n');
}

function running(skipped: Counts): string {
  const count = skipped['may be running'] ?? 0;
  if (count === 0) return '';
  const [these, they] =
    count === 1 ? ['1 transcript was', 'its session'] : [`${count} transcripts were`, 'their sessions'];
  return `${these} written in the last ten minutes, so ${they} may still be running. Run chronicle backfill again later.`;
}

function unwritten(skipped: Counts, { isDryRun }: FormatOptions): string {
  const count = isDryRun ? 0 : (skipped['could not be written'] ?? 0);
  return count === 0 ? '' : `${counted(count, 'session')} could not be written. Run chronicle backfill again to retry.`;
}

function advice({ sessions, candidates }: Report, { isDryRun }: FormatOptions): string {
  if (sessions.length === 0) return '';
  if (isDryRun) return 'Run chronicle backfill without --dry-run to write them.';
  const review =
    Object.keys(candidates).length === 0
      ? ''
      : 'Confirm or drop the unconfirmed events with chronicle candidates review. ';
  const redacted = 'Recognised tokens, keys and passwords were replaced, but the scan is an aid and misses some.';
  return `${redacted} ${review}Browse the archive with chronicle dev.`;
}

/** What could not be written in a project, and why. The rest of the run was written. */
export function failureSentence({ directory, sessions, isLedger, error }: Failure, projects: string): string {
  const lost = [...(sessions > 0 ? [counted(sessions, 'session')] : []), ...(isLedger ? ['its memory changes'] : [])];
  const verb = sessions === 1 && !isLedger ? 'was' : 'were';
  const why = causeOf(error);
  return `${projects}/${directory}/chronicle: ${lost.join(' and ')} ${verb} not written. ${why}`;
}
