import { TAG_WORDS, TAGS } from '#src/format/tags.ts';
import type { Failure } from '#src/import/import-transcripts.ts';
import { causeOf } from '#src/lib/chronicle-error.ts';
import { chronicleDirectory } from '#src/lib/paths.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { table } from '../terminal/table.ts';
import { dim, joined, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';
import type { Counts, ProjectEntry, Report } from './report.ts';
import { FILED_BY, LEFT_OUT, type Names, RECORDS, SKIPPED } from './report-names.ts';

export interface FormatOptions {
  isDryRun: boolean;
  /** Claude Code's directory of projects. */
  projects: string;
  /** The width of the terminal. */
  width: number;
}

const MOST_SHOWN = 5;

const TAG_NAMES: Names = Object.fromEntries(
  TAGS.map((tag) => {
    const { label, several = `${label}s` } = TAG_WORDS[tag];
    return [tag, [label.toLowerCase(), several.toLowerCase()] as const];
  }),
);

/** The report of a run, for people. */
export function formatReport(report: Report, options: FormatOptions): Text {
  const { projects, found, filedBy, skipped, records, leftOut, unnamedPrompts, gone } = report;
  const text = (paragraph: string) => (paragraph === '' ? [] : [wrap(paragraph, measureOf(options.width))]);
  const paragraphs = [
    ...text(conclusion(report, options)),
    ...(projects.length === 0 ? [] : [formatProjects(projects, options)]),
    ...text(
      [
        listed('Found in them', found ?? {}, TAG_NAMES),
        facts(report, options),
        ledger(report, options),
        filing(filedBy),
        ...goneLines(gone),
        listed('Sessions skipped', skipped, SKIPPED),
        listed('Not read', leftOut, LEFT_OUT),
        listed('Records left out', namedIn(records, RECORDS), RECORDS),
        unnamedPrompts === 0 ? '' : `Prompts in the history that belong to no session: ${unnamedPrompts}.`,
      ]
        .filter((line) => line !== '')
        .join('\n'),
    ),
    ...text(running(skipped)),
    ...text(unwritten(skipped, options)),
    ...text(advice(report, options)),
    ...text(report.id === null ? '' : `To undo it, run chronicle import undo ${report.id}.`),
  ];
  return joined(paragraphs, '\n\n');
}

function conclusion(report: Report, { isDryRun }: FormatOptions): string {
  const { sessions, completed, fromHistory, files, skipped, ledgerLines } = report;
  const read = files === 0 ? 'No transcripts found.' : `Read ${counted(files, 'transcript')}.`;
  if (sessions.length + completed.length === 0) {
    const nothing = skipped['could not be written'] ? 'No session could be imported.' : 'Nothing to import.';
    return `${read} ${nothing}${ledgerLines > 0 && !isDryRun ? '' : ' Nothing was changed.'}`;
  }
  const [first, last] = rangeOf(sessions);
  const when = first && last ? `: ${dayRange(first, last)}` : '';
  const history = fromHistory === 0 ? '' : `For ${fromHistory} of them, only the prompt history is left.`;
  const chronicles = counted(completed.length, 'existing chronicle');
  return [
    read,
    sessions.length === 0
      ? ''
      : `${isDryRun ? 'Would import' : 'Imported'} ${counted(sessions.length, 'session')}${when}.`,
    history,
    completed.length === 0 ? '' : `${isDryRun ? 'Would add' : 'Added'} what the transcripts show to ${chronicles}.`,
    isDryRun ? 'Nothing was changed.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** By date, since a wrong clock can put sessions out of order. */
function rangeOf(sessions: Report['sessions']): [first: string | undefined, last: string | undefined] {
  const days = sessions.map(({ date }) => date).sort();
  return [days[0], days.at(-1)];
}

function formatProjects(projects: readonly ProjectEntry[], options: FormatOptions): Text {
  // A dry run does not look for events.
  const counts = options.isDryRun ? [] : ['Found'];
  const head = ['Project', 'New', 'Updated', 'From', 'To', ...counts, 'Directory'];
  const rows = projects.map(({ project, sessions, completed, from, to, found, directory }) => [
    project,
    String(sessions),
    String(completed),
    from,
    to,
    ...(options.isDryRun ? [] : [String(found)]),
    dim(chronicleDirectory(options, directory)),
  ]);
  return table(rows, { head, right: options.isDryRun ? [1, 2] : [1, 2, 5], width: options.width, last: 'cut' });
}

function facts({ facts: count }: Report, { isDryRun }: FormatOptions): string {
  if (count === 0) return '';
  return `Facts (prompts, files, commits and more): ${isDryRun ? 'would be written for ' : ''}${counted(count, 'session')}.`;
}

function ledger({ ledgerLines }: Report, { isDryRun }: FormatOptions): string {
  if (ledgerLines === 0) return '';
  return `Memory: ${counted(ledgerLines, 'change')} ${isDryRun ? 'would be added' : 'added'} to the ledger.`;
}

function listed(what: string, counts: Counts, names: Names = {}): string {
  const parts = Object.entries(counts).map(([kind, count]) => {
    const [one, several] = names[kind] ?? [kind, kind];
    return `${grouped(count)} ${count === 1 ? one : several}`;
  });
  return parts.length === 0 ? '' : `${what}: ${parts.join(', ')}.`;
}

/** The counts that have a name here. */
function namedIn(counts: Counts, names: Names): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([kind]) => Object.hasOwn(names, kind)));
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

function running(skipped: Counts): string {
  const count = skipped['may be running'] ?? 0;
  if (count === 0) return '';
  const [these, they] =
    count === 1 ? ['1 transcript was', 'its session'] : [`${count} transcripts were`, 'their sessions'];
  return `${these} written in the last ten minutes, so ${they} may still be running. Run chronicle import transcripts again later.`;
}

function unwritten(skipped: Counts, { isDryRun }: FormatOptions): string {
  const count = isDryRun ? 0 : (skipped['could not be written'] ?? 0);
  return count === 0
    ? ''
    : `${counted(count, 'session')} could not be written. Run chronicle import transcripts again to retry.`;
}

function advice({ sessions, completed }: Report, { isDryRun }: FormatOptions): string {
  if (sessions.length + completed.length === 0) return '';
  if (isDryRun)
    return 'Run chronicle import transcripts without --dry-run to write them. Only that looks for events, which takes longer.';
  const redacted = 'Recognised tokens, keys and passwords were replaced, but the scan is an aid and misses some.';
  return `${redacted} Nothing waits for you. Browse the archive with chronicle dev.`;
}

/** What could not be written in a project, and why. The rest of the run was written. */
export function failureSentence({ directory, sessions, isLedger, error }: Failure, projects: string): string {
  const lost = [...(sessions > 0 ? [counted(sessions, 'session')] : []), ...(isLedger ? ['its memory changes'] : [])];
  const verb = sessions === 1 && !isLedger ? 'was' : 'were';
  const why = causeOf(error);
  return `${projects}/${directory}/chronicle: ${lost.join(' and ')} ${verb} not written. ${why}`;
}
