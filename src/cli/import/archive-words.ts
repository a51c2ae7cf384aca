import { ARCHIVE_KINDS, type ArchiveKind } from '#src/import/archive-record.ts';
import type { FileOutcome } from '#src/node/import/sources/run-files.ts';
import { counted } from '#src/text/day.ts';
import { listed } from '#src/value/listed.ts';

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
  year: ['sentence about a year', 'sentences about years'],
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

/** What an import of files did, in sentences. */
export function summaryOf(outcome: FileOutcome, isDryRun: boolean): string {
  const { written, known, added, forgotten, memories, id, sources, skipped, excluded, cleaned } = outcome;
  if (sources.length === 0) return 'Nothing was found in the usual places. Name a path. Nothing was changed.';
  const isNothing = Object.keys(written).length + added + known + forgotten + memories + skipped + excluded === 0;
  if (isNothing) return `Read ${listed(sources.map(({ path }) => path))}. Nothing to import. Nothing was changed.`;
  const lines = [
    `${isDryRun ? 'Would import' : 'Imported'} ${kindCounts(written)}.${isDryRun ? ' Nothing was changed.' : ''}`,
    ...(added > 0
      ? [
          `${counted(added, 'line')} ${isDryRun ? 'would be' : added === 1 ? 'was' : 'were'} added to ledgers and proposals.`,
        ]
      : []),
    ...(known > 0 ? [`${counted(known, 'record')} ${known === 1 ? 'was' : 'were'} here already.`] : []),
    ...(forgotten > 0
      ? [`${counted(forgotten, 'session')} that you forgot here ${forgotten === 1 ? 'was' : 'were'} left out.`]
      : []),
    ...(excluded > 0
      ? [`${counted(excluded, 'session')} of excluded directories ${excluded === 1 ? 'was' : 'were'} left out.`]
      : []),
    ...(memories > 0
      ? [
          `${counted(memories, 'memory file')} ${memories === 1 ? 'was' : 'were'} not written: copy them from the archive if you want them, as docs/export-format.md shows.`,
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
