import { ARCHIVE_KINDS, type ArchiveKind } from '#src/import/archive-record.ts';
import type { FileOutcome } from '#src/import/sources/run-files.ts';
import { counted } from '#src/lib/text/day.ts';
import { listed } from '#src/lib/listed.ts';
import type { IntoProject } from './into-project.ts';

const WORDS: Record<ArchiveKind, [one: string, several?: string]> = {
  chronicle: ['chronicle'],
  facts: ['facts file'],
  notebook: ['notebook'],
  ledger: ['ledger'],
  proposals: ['list of proposals', 'lists of proposals'],
  memory: ['memory file'],
  draft: ['file of a draft', 'files of drafts'],
  series: ['series', 'series'],
  clusters: ['list of decisions about mistakes', 'lists of decisions about mistakes'],
  redact: ['list of private names', 'lists of private names'],
};

/** `2 chronicles and 1 notebook`; `nothing` if there is none. */
export function kindCounts(counts: Partial<Record<ArchiveKind, number>>): string {
  const parts = (Object.keys(ARCHIVE_KINDS) as ArchiveKind[]).flatMap((kind) => {
    const [one, several] = WORDS[kind];
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [counted(count, one, several)];
  });
  return parts.length === 0 ? 'nothing' : listed(parts);
}

interface SummaryOptions {
  isDryRun: boolean;
  /** The project that `--into` named. */
  into: IntoProject | null;
}

/** What an import of files did, in sentences. */
export function summaryOf(outcome: FileOutcome, { isDryRun, into }: SummaryOptions): string {
  const { written, known, forgotten, memories, id, sources, skipped, excluded, excludedFiles, cleaned } = outcome;
  if (sources.length === 0) return 'Nothing was found in the usual places. Name a path. Nothing was changed.';
  const left = [known, forgotten, memories, skipped, excluded, excludedFiles];
  const isNothing = Object.keys(written).length === 0 && left.every((count) => count === 0);
  if (isNothing) return `Read ${listed(sources.map(({ path }) => path))}. Nothing to import. Nothing was changed.`;
  const lines = [
    `${isDryRun ? 'Would import' : 'Imported'} ${kindCounts(written)}${whereTo(outcome, into)}.${isDryRun ? ' Nothing was changed.' : ''}`,
    ...(known > 0 ? [`${counted(known, 'record')} ${known === 1 ? 'was' : 'were'} here already.`] : []),
    ...(forgotten > 0
      ? [
          `${counted(forgotten, 'session')} that you forgot here in whole or in part ${forgotten === 1 ? 'was' : 'were'} left out.`,
        ]
      : []),
    ...(excluded + excludedFiles > 0
      ? [
          `${listed(excludedCounts(outcome))} of excluded directories ${excluded + excludedFiles === 1 ? 'was' : 'were'} left out.`,
        ]
      : []),
    ...(memories > 0
      ? [
          `${counted(memories, 'memory file')} ${memories === 1 ? 'was' : 'were'} not written: copy them from the archive if you want them, as docs/install.md shows.`,
        ]
      : []),
    ...(skipped > 0
      ? [`${counted(skipped, 'file')} ${skipped === 1 ? 'was' : 'were'} not among those asked for.`]
      : []),
    ...(cleaned > 0 ? [`Secrets replaced in ${counted(cleaned, 'file')}.`] : []),
    ...(id === null ? [] : [`To undo it, run chronicle import undo ${id}.`]),
  ];
  return lines.join('\n');
}

function excludedCounts({ excluded, excludedFiles }: FileOutcome): string[] {
  const sessions = excluded > 0 ? [counted(excluded, 'session')] : [];
  return excludedFiles > 0 ? [...sessions, counted(excludedFiles, excluded > 0 ? 'other file' : 'file')] : sessions;
}

/** A longer list of projects is cut. */
const MOST_LISTED = 5;

/** ` into the project shop`: where chronicles of other folders went. The files of an archive say that themselves. */
function whereTo({ sources, projects }: FileOutcome, into: IntoProject | null): string {
  const directories = Object.keys(projects);
  if (sources[0]?.kind !== 'chronicles' || directories.length === 0) return '';
  if (directories.length === 1) {
    const [directory = ''] = directories;
    const isNamed = into?.directory === directory && into.name !== directory;
    return ` into the project ${isNamed ? `${into.name} (${directory})` : directory}`;
  }
  const shown = directories.slice(0, MOST_LISTED).map((directory) => `${directory} (${projects[directory]})`);
  const rest = directories.length - shown.length;
  return ` into the projects ${listed(rest > 0 ? [...shown, `${rest} more`] : shown)}`;
}
