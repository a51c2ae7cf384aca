import { counted, dayRange } from '../../text/day.ts';
import type { Counts, ProjectEntry, Report } from './report.ts';

export interface FormatOptions {
  isDryRun: boolean;
  /** Claude Code's directory of projects. */
  projects: string;
}

const MOST_SHOWN = 5;

/** What a run found and did, for people. */
export function formatReport(report: Report, options: FormatOptions): string {
  const { sessions, candidates, friction, filedBy, skipped, leftOut, unnamedPrompts } = report;
  const paragraphs = [
    conclusion(report, options),
    sessions.length === 0 ? '' : formatProjects(report.projects, options),
    [
      listed('Candidate events', candidates),
      ledger(report, options),
      listed('Friction, counted and not recorded', friction, FRICTION),
      filing(filedBy),
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
    advice(report, options),
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

function conclusion(
  { sessions, fromHistory, files, skipped, ledgerLines }: Report,
  { isDryRun }: FormatOptions,
): string {
  const read = `Read ${counted(files, 'transcript')}.`;
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (!first || !last) {
    const nothing = skipped['could not be written'] ? 'Nothing could be filled in.' : 'There is nothing to fill in.';
    return `${read} ${nothing}${ledgerLines > 0 && !isDryRun ? '' : ' Nothing was written.'}`;
  }
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

/** What is counted, by how one and several of them are called. */
type Names = Readonly<Record<string, readonly [one: string, several: string]>>;

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

function advice({ sessions, candidates }: Report, { isDryRun }: FormatOptions): string {
  if (sessions.length === 0) return '';
  if (isDryRun) return 'Without --dry-run, chronicle backfill writes them.';
  const review = Object.keys(candidates).length === 0 ? '' : 'chronicle candidates review decides what counts. ';
  const redacted = 'Tokens, keys and passwords that were recognised are replaced; the scan is an aid and misses some.';
  return `${redacted} ${review}chronicle dev shows the archive. A second run adds sessions and updates none.`;
}

const FILED_BY: Names = {
  'worktree record': same("filed by git's or Claude Code's record of the worktree"),
  path: same('filed by the path'),
  folder: same("filed by the name of the transcript's folder"),
};

const SKIPPED: Names = {
  'has a chronicle': same('with a chronicle'),
  'went on since it was filled in': same('filled in before, and went on since'),
  'is running': same('running'),
  'may be running': same('perhaps still running'),
  'was forgotten': same('forgotten'),
  'lies in an excluded directory': ['in an excluded directory', 'in excluded directories'],
  'has no prompt of a person': same('without a prompt'),
  'is only a copy of another session': same('only a copy of another'),
  'tells no time': same('without a time'),
  'tells no place': same('without a place'),
  'is not among those asked for': same('not asked for'),
  'could not be written': same('that could not be written'),
};

const LEFT_OUT: Names = {
  broken: ['line that is no JSON', 'lines that are no JSON'],
  torn: ['half last line', 'half last lines'],
  tooLong: ['line over 16 MB', 'lines over 16 MB'],
  subagents: ['transcript of a subagent', 'transcripts of subagents'],
  refused: ['link or other thing that is no file', 'links or other things that are no files'],
};

const FRICTION: Names = {
  'failure that did not repeat': ['failure that did not repeat', 'failures that did not repeat'],
  'refused or stopped without a word': same('refused or stopped without a word'),
  'call cancelled beside another one': ['call cancelled beside another one', 'calls cancelled beside another one'],
  'edit of a file that was not read': ['edit of a file that was not read', 'edits of a file that was not read'],
  'text to replace not found': ['text to replace not found', 'texts to replace not found'],
  'file changed since it was read': ['file changed since it was read', 'files changed since they were read'],
  'nothing to change': ['edit with nothing to change', 'edits with nothing to change'],
  'call of a wrong form': ['call of a wrong form', 'calls of a wrong form'],
  'file not found': ['file not found', 'files not found'],
  'too much to read': ['file too long to read', 'files too long to read'],
  'held up by a hook': ['call held up by a hook', 'calls held up by a hook'],
  'held up by the host': ['call held up by Claude Code', 'calls held up by Claude Code'],
  'lint, format or types': [
    'failure of a linter, formatter or type check',
    'failures of linters, formatters or type checks',
  ],
};

function same(name: string): [string, string] {
  return [name, name];
}
