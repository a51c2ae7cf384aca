import type { DryFiredInstallation } from '#src/doctor/dry-fire-findings.ts';
import type { HealthFinding, HealthLevel } from '#src/doctor/health-finding.ts';
import type { Examination } from '#src/node/doctor/examine.ts';
import type { ProjectFact } from '#src/node/doctor/project-facts.ts';
import { clip } from '#src/text/clip.ts';
import { counted, localMinute } from '#src/text/day.ts';
import { columns, table } from '../terminal/table.ts';
import { plain } from '../terminal/text.ts';
import { HELP_WIDTH } from '../terminal/wrap.ts';

/** More projects than this are a count; --json has all. */
const MOST_PROJECTS = 15;
const LONGEST_NAME = 40;

const HEADS: Record<HealthLevel, string> = { problem: 'Problem', warning: 'Warning', note: 'Note' };

/** What was found out: what is so, a line a subject, then the projects, then what is wrong. */
export function formatExamination(examination: Examination, findings: readonly HealthFinding[]): string {
  return [
    plain(columns(withoutRepeats(subjects(examination)), { width: HELP_WIDTH })),
    formatProjects(examination.projects),
    ...findings.map(formatFinding),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A finding with why it matters and what mends it. */
export function formatFinding({ level, what, why, mend }: HealthFinding): string {
  const [first, ...more] = mend.split('\n');
  // A line by itself can be pasted.
  const lines = more.map((line) => (line.endsWith(':') ? `  ${line}` : `    ${line}`));
  return [`${HEADS[level]}: ${what}`, `  ${why}`, `  Mend it: ${first}`, ...lines].join('\n');
}

function subjects({ facts, recording, project, projects, sizes }: Examination): [string, string][] {
  const here = projects.find(({ directory }) => directory === project);
  const { config } = facts.place;
  return [
    ['Version', facts.version],
    ...facts.installations.map(({ kind, path, version }): [string, string] => [
      'Installed',
      `${kind === 'plugin' ? 'as a plugin' : 'in settings'}, ${version ?? 'version unknown'}: ${path}`,
    ]),
    ...facts.dryFired.map((fired): [string, string] => ['Hooks', timesOf(fired)]),
    ...facts.nodes.flatMap(({ version, path, isOnPath }): [string, string][] =>
      version === null ? [] : [['Node', `${version}, ${path}, ${isOnPath ? 'on the PATH' : 'found by the launcher'}`]],
    ),
    ['Project', `${here ? `${here.project}, ` : ''}${config}/projects/${project}`],
    ['Recording', recordingLine(recording)],
    ['Transcripts', transcriptsLine(facts.retention)],
    [
      'Disk',
      `chronicles ${diskSize(sizes.chronicles)}, cache ${diskSize(sizes.cache)}, site ${diskSize(sizes.site)}${facts.permissions.free === null ? '' : `; ${diskSize(facts.permissions.free)} free`}`,
    ],
  ];
}

/** Two installations often have the same Node. */
function withoutRepeats(rows: readonly [string, string][]): [string, string][] {
  return [...new Map(rows.map((row) => [row.join('\n'), row])).values()];
}

function timesOf({ name, runs, budget }: DryFiredInstallation): string {
  const times = runs.map(({ event, ms, fault }) => {
    const limit = event === 'SessionEnd' ? ` of ${budget}` : '';
    return `${event} ${ms === null ? (fault === null ? 'not run' : 'fails') : `${Math.round(ms)}${limit} ms`}`;
  });
  return `${times.join(', ')} (${name}, run in a sandbox)`;
}

function recordingLine({ lastCapture, failures }: Examination['recording']): string {
  const last = lastCapture
    ? `last capture ${localMinute(lastCapture.at)} in ${clip(lastCapture.project, LONGEST_NAME)}`
    : 'nothing was captured yet';
  return `${last}; ${counted(failures.length, 'failure')} in 30 days`;
}

function transcriptsLine({ transcripts, days }: Examination['facts']['retention']): string {
  const what = transcripts === 0 ? 'none without chronicle' : `${transcripts} without chronicle`;
  return `${what}; Claude Code keeps them for ${counted(days, 'day')}`;
}

function formatProjects(projects: readonly ProjectFact[]): string {
  if (projects.length === 0) return '';
  const rows = projects
    .slice(0, MOST_PROJECTS)
    .map(({ project, lastCapture, sessions, bytes, excludedBy }) => [
      clip(project, LONGEST_NAME),
      excludedBy === null ? (lastCapture === null ? 'never' : localMinute(lastCapture)) : 'excluded',
      String(sessions),
      diskSize(bytes),
    ]);
  const listed = plain(table(rows, { head: ['Project', 'Last capture', 'Sessions', 'Size'], right: [2, 3] }));
  const rest = projects.length - rows.length;
  return [listed, ...(rest > 0 ? [`${counted(rest, 'more project')}; --json has all.`] : [])].join('\n');
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `3.4 MB`, `512 bytes`: by thousands, with a figure after the point below ten. */
function diskSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power > 0 && amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`;
}
