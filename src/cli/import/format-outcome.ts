/** The report of an import, for people. */
import type { ImportSystem } from '#src/format/import-kinds.ts';
import { ARCHIVE_KINDS, type ArchiveKind } from '#src/import/archive-record.ts';
import type { ImportOutcome, ProjectOutcome } from '#src/import/import.ts';
import type { NotImported } from '#src/import/source.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { counted } from '#src/lib/text/day.ts';
import { table } from '../terminal/table.ts';
import { joined, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';

/** The project that files are brought into. */
export interface IntoProject {
  name: string;
  /** Claude Code's name for its directory. */
  directory: string;
}

interface Options {
  kind: ImportSystem;
  isDryRun: boolean;
  /** The project that `--into` named. */
  into: IntoProject | null;
  width: number;
}

const SKIPPED: Record<NotImported, [one: string, several?: string]> = {
  'was forgotten': ['forgotten in whole or in part'],
  'lies in an excluded directory': ['in an excluded directory', 'in excluded directories'],
  'is not among those asked for': ['not selected'],
  'tells no time': ['without a time'],
  'is a memory file': [
    'memory file, which only an approved proposal changes',
    'memory files, which only an approved proposal changes',
  ],
  'could not be written': ['not writable'],
};

const FILES: Record<ArchiveKind, [one: string, several?: string]> = {
  chronicle: ['chronicle'],
  facts: ['facts file'],
  notebook: ['notebook'],
  ledger: ['history', 'histories'],
  proposals: ['list of proposals', 'lists of proposals'],
  memory: ['memory file'],
  draft: ['file of a draft', 'files of drafts'],
  clusters: ['list of decisions about mistakes', 'lists of decisions about mistakes'],
  redact: ['list of private names', 'lists of private names'],
};

/** `2 chronicles and 1 notebook`; `nothing` if there is none. */
export function fileCounts(counts: Partial<Record<string, number>>): string {
  const kinds = Object.keys(ARCHIVE_KINDS) as ArchiveKind[];
  return amounts(kinds.map((kind) => [counts[kind] ?? 0, ...FILES[kind]]));
}

export function formatOutcome(outcome: ImportOutcome, options: Options): Text {
  const { id, projects, known, skipped, leftOut, cleaned, sources } = outcome;
  const isOfFiles = options.kind !== 'claude-mem';
  const skips = Object.entries(skipped).map(([reason, count]) => {
    const [one, several = one] = SKIPPED[reason as NotImported];
    return `${grouped(count)} ${count === 1 ? one : several}`;
  });
  const left = Object.entries(leftOut).map(([reason, count]) => `${grouped(count)} ${reason}`);
  const details = [
    known === 0
      ? ''
      : `${isOfFiles ? 'Files that were here already' : 'Sessions without anything new'}: ${grouped(known)}.`,
    skips.length === 0 ? '' : `${isOfFiles ? 'Files' : 'Sessions'} skipped: ${listed(skips)}.`,
    left.length === 0 ? '' : `Left out: ${listed(left)}.`,
    cleaned === 0 ? '' : `Secrets replaced in ${counted(cleaned, isOfFiles ? 'file' : 'text')}.`,
    ...sources.flatMap(({ remarks }) => remarks),
  ].filter((line) => line !== '');
  const measure = measureOf(options.width);
  return joined(
    [
      wrap(conclusion(outcome, options), measure),
      ...(projects.length === 0 || isOfFiles ? [] : [projectTable(projects, options.width)]),
      ...(details.length === 0 ? [] : [wrap(details.join('\n'), measure)]),
      ...(id === null ? [] : [wrap(`To undo it, run chronicle import undo ${id}.`, measure)]),
    ],
    '\n\n',
  );
}

function conclusion({ sources, projects, files }: ImportOutcome, { kind, isDryRun, into }: Options): string {
  if (sources.length === 0) return 'Nothing was found in the usual places. Name a path. Nothing was changed.';
  const readable = sources.filter(({ problem }) => problem === null);
  if (readable.length === 0) return 'Nothing was imported.';
  const read = `Read ${readable.map(({ path }) => path).join(', ')}.`;
  const sum = (pick: (project: ProjectOutcome) => number) =>
    projects.reduce((count, project) => count + pick(project), 0);
  const sessions = sum((project) => project.created + project.joined);
  const isEmpty = Object.keys(files).length === 0 && sessions === 0;
  if (isEmpty) return `${read} Nothing to import. Nothing was changed.`;
  const amount =
    kind === 'claude-mem'
      ? `${amounts([
          [sum(({ observations }) => observations), 'observation'],
          [sum(({ prompts }) => prompts), 'prompt'],
          [sum(({ handoffs }) => handoffs), 'handoff'],
        ])} of ${counted(sessions, 'session')}`
      : `${fileCounts(files)}${kind === 'chronicles' ? whereTo(projects, into) : ''}`;
  return `${read} ${isDryRun ? 'Would import' : 'Imported'} ${amount}.${isDryRun ? ' Nothing was changed.' : ''}`;
}

/** A longer list of projects is cut. */
const MOST_LISTED = 5;

/** ` into the project shop`: where chronicles of other folders went. */
function whereTo(projects: readonly ProjectOutcome[], into: IntoProject | null): string {
  const [only, ...others] = projects;
  if (only && others.length === 0) {
    const isNamed = into?.directory === only.directory && into.name !== only.directory;
    return ` into the project ${isNamed ? `${into.name} (${only.directory})` : only.directory}`;
  }
  const shown = projects.slice(0, MOST_LISTED).map(({ directory, created }) => `${directory} (${created})`);
  const rest = projects.length - shown.length;
  return ` into the projects ${listed(rest > 0 ? [...shown, `${rest} more`] : shown)}`;
}

function projectTable(projects: readonly ProjectOutcome[], width: number): Text {
  const rows = projects
    .toSorted((a, b) => b.created + b.joined - (a.created + a.joined))
    .map(({ directory, cwd, ...counts }) => [
      cwd.split(/[\\/]/).findLast((part) => part !== '') ?? directory,
      ...[counts.created, counts.joined, counts.observations, counts.prompts].map(grouped),
    ]);
  const head = ['Project', 'New sessions', 'Added to', 'Observations', 'Prompts'];
  return table(rows, { head, right: [1, 2, 3, 4], width });
}

function amounts(parts: readonly [count: number, one: string, several?: string][]): string {
  const words = parts.filter(([count]) => count > 0).map(([count, one, several]) => counted(count, one, several));
  return words.length === 0 ? 'nothing' : listed(words);
}
