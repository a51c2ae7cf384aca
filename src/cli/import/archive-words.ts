import { ARCHIVE_KINDS, type ArchiveKind } from '#src/import/archive-record.ts';
import type { ArchiveOutcome } from '#src/node/import/archive/read-archive.ts';
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

/** What an import of an archive did, in sentences. */
export function summaryOf({ written, known, added, forgotten, memories }: ArchiveOutcome, isDryRun: boolean): string {
  const lines = [
    `${isDryRun ? 'Would import' : 'Imported'} ${kindCounts(written)}.`,
    ...(added > 0
      ? [
          `${counted(added, 'line')} ${isDryRun ? 'would be' : added === 1 ? 'was' : 'were'} added to ledgers and proposals.`,
        ]
      : []),
    ...(known > 0 ? [`${counted(known, 'record')} ${known === 1 ? 'was' : 'were'} here already.`] : []),
    ...(forgotten > 0
      ? [`${counted(forgotten, 'session')} that you forgot here ${forgotten === 1 ? 'was' : 'were'} left out.`]
      : []),
    ...(memories > 0
      ? [
          `${counted(memories, 'memory file')} ${memories === 1 ? 'was' : 'were'} not written: copy them from the archive if you want them, as docs/export-format.md shows.`,
        ]
      : []),
  ];
  return lines.join('\n');
}
