import type { DryFiredInstallation } from '#src/doctor/dry-fire-findings.ts';
import { HEALTH_LEVELS, type HealthFinding, type HealthLevel } from '#src/doctor/health-finding.ts';
import { HOOK_EVENT_NAMES, HOOK_EVENTS } from '#src/install/hook-events.ts';
import { LAYER_FACTS, tokensOf } from '#src/install/layer-facts.ts';
import type { Examination } from '#src/node/doctor/examine.ts';
import type { ProjectFact } from '#src/node/doctor/project-facts.ts';
import { LAYERS, type Layer } from '#src/project/layers.ts';
import { layoutOf } from '#src/project/paths.ts';
import { clip } from '#src/text/clip.ts';
import { counted, localMinute } from '#src/text/day.ts';
import { diskSize } from '#src/text/disk-size.ts';
import { tildePath } from '#src/text/page-address.ts';
import { table } from '../terminal/table.ts';
import { bold, cyan, dim, green, joined, line, plain, red, type Text, yellow } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';
import { SUBJECT_OF, type Subject } from './subjects.ts';

/** The most projects to list; --json has all. */
const MOST_PROJECTS = 15;
const LONGEST_NAME = 40;

const HEADS: Record<HealthLevel, Text> = {
  problem: bold(red('Problem:')),
  warning: bold(yellow('Warning:')),
  note: bold('Note:'),
};

interface Page {
  /** The width of the terminal. */
  columns: number;
  home: string;
}

/** What doctor found: a line for each subject, the projects, then the findings. */
export function formatExamination(examination: Examination, findings: readonly HealthFinding[], page: Page): Text {
  const parts = [
    joined([bold(`session-chronicle ${examination.facts.version}`), formatSubjects(examination, findings, page)]),
    formatProjects(examination.projects, page),
    ...findings.map((finding) => formatFinding(finding, page.columns)),
  ];
  return joined(
    parts.filter((part) => part !== ''),
    '\n\n',
  );
}

/** A finding with its reason and its fix. */
export function formatFinding({ level, what, why, advice }: HealthFinding, columns: number): Text {
  const width = measureOf(columns);
  return joined([
    wrap(line`${HEADS[level]} ${what}`, width),
    wrap(dim(why), width, { indent: 2 }),
    ...advice.split('\n').map((step, index, { length }) => formatStep(step, { width, isOnly: length === 1, index })),
  ]);
}

/** Programs whose commands are highlighted, so that a reader sees what to paste. */
const COMMAND = /^(?:chronicle|claude|chmod|sudo|mv|rm) [^,:]*/;

function formatStep(step: string, { width, isOnly, index }: { width: number; isOnly: boolean; index: number }): Text {
  const [command = ''] = COMMAND.exec(step) ?? [];
  const text = command === '' ? step : line`${cyan(command)}${step.slice(command.length)}`;
  if (isOnly) return line`  ${bold('Fix:')} ${wrap(text, width, { start: '  Fix: '.length })}`;
  if (!step.endsWith(':')) return line`         ${text}`;
  return index === 0 ? line`  ${bold('Fix:')} ${text}` : line`       ${text}`;
}

function formatSubjects(examination: Examination, findings: readonly HealthFinding[], { columns, home }: Page): Text {
  const rows = subjects(examination, home).map(([subject, text]) => [
    line`${markOf(subject, findings)} ${subject}`,
    text,
  ]);
  // Two installations often have the same Node.
  const once = [...new Map(rows.map((row) => [row.map(plain).join('\n'), row])).values()];
  return table(once, { width: columns });
}

/** The worst finding about a subject as a sign. */
function markOf(subject: Subject, findings: readonly HealthFinding[]): Text {
  const levels = findings.filter(({ code }) => SUBJECT_OF[code] === subject).map(({ level }) => level);
  const worst = HEALTH_LEVELS.find((level) => levels.includes(level));
  if (worst === 'problem') return red('✗');
  return worst === 'warning' ? yellow('!') : green('✓');
}

function subjects(
  { facts, recording, project, projects, layers, sizes }: Examination,
  home: string,
): [Subject, Text][] {
  const here = projects.find(({ directory }) => directory === project);
  const { installations, nodes, permissions, place, retention } = facts;
  const directory = dim(tildePath(`${layoutOf(place.config).projects}/${project}`, home));
  const free = permissions.free === null ? '' : `; ${diskSize(permissions.free)} free`;
  return [
    ...(installations.length === 0 ? ([['Installed', 'no']] satisfies [Subject, Text][]) : []),
    ...installations.map(({ kind, path, version }): [Subject, Text] => [
      'Installed',
      line`${version ?? 'unknown version'}, ${kind === 'plugin' ? 'plugin' : 'hooks'} in ${dim(tildePath(path, home))}`,
    ]),
    ...facts.dryFired.map((fired): [Subject, Text] => ['Hooks', timesOf(fired)]),
    ...nodes.flatMap(({ version, path, isOnPath }): [Subject, Text][] =>
      version === null ? [] : [['Node', line`${version}, ${dim(path ?? '')}${isOnPath ? '' : ', not on the PATH'}`]],
    ),
    ['Project', here ? line`${here.project}, ${directory}` : directory],
    ['Layers', layersLine(layers)],
    ['Recording', recordingLine(recording)],
    ['Transcripts', transcriptsLine(retention)],
    [
      'Disk',
      `chronicles ${diskSize(sizes.chronicles)}, cache ${diskSize(sizes.cache)}, site ${diskSize(sizes.site)}${free}`,
    ],
  ];
}

function timesOf({ name, runs, budget }: DryFiredInstallation): Text {
  const times = runs.map(({ event, ms, fault }) => {
    if (ms === null) return line`${event} ${fault === null ? 'not run' : red('fails')}`;
    return `${event} ${Math.round(ms)} ms${event === 'SessionEnd' ? ` (limit ${budget} ms)` : ''}`;
  });
  return line`${joined(times, ', ')}; run in a sandbox from ${name}`;
}

function recordingLine({ lastCapture, failures }: Examination['recording']): string {
  const last = lastCapture
    ? `last session ${localMinute(lastCapture.at)} in ${clip(lastCapture.project, LONGEST_NAME)}`
    : 'no session yet';
  return `${last}; ${counted(failures.length, 'failure')} in 30 days`;
}

/** What is on here, and what the agent is told for it. The times of the hooks are in the line about hooks. */
function layersLine(on: readonly Layer[]): string {
  return LAYERS.map((layer) => {
    const { adds } = LAYER_FACTS[layer];
    const hooks = HOOK_EVENT_NAMES.filter((event) => HOOK_EVENTS[event].layer === layer);
    const isOn = layer === 'log' || on.includes(layer);
    return `${layer} (${adds}) ${isOn ? `takes ${tokensOf([layer])} at each start and has the ${hooks.length === 1 ? 'hook' : 'hooks'} ${hooks.join(', ')}` : 'is off'}`;
  }).join('; ');
}

function transcriptsLine({ transcripts, days }: Examination['facts']['retention']): string {
  const what = transcripts === 0 ? 'nothing to import' : `${counted(transcripts, 'session')} to import`;
  return `${what}; Claude Code deletes transcripts after ${counted(days, 'day')}`;
}

function lastSession({ excludedBy, lastCapture, lastImport }: ProjectFact): string {
  if (excludedBy !== null) return 'excluded';
  if (lastCapture !== null) return localMinute(lastCapture);
  return lastImport === null || Number.isNaN(Date.parse(lastImport)) ? 'never' : `${localMinute(lastImport)}, imported`;
}

function formatProjects(projects: readonly ProjectFact[], { columns }: Page): Text {
  if (projects.length === 0) return '';
  const rows = projects
    .slice(0, MOST_PROJECTS)
    .map((fact) => [
      clip(fact.project, LONGEST_NAME),
      dim(lastSession(fact)),
      String(fact.sessions),
      diskSize(fact.bytes),
    ]);
  const head = ['Project', 'Last session', 'Sessions', 'Size'];
  const rest = projects.length - rows.length;
  return joined([
    table(rows, { head, right: [2, 3], width: columns }),
    ...(rest > 0 ? [dim(`${counted(rest, 'more project')}; --json lists all.`)] : []),
  ]);
}
