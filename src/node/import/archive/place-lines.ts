import type { ArchiveRecord } from '#src/import/archive-record.ts';
import { replaceFile } from '#src/lib/files.ts';
import { type ComparedLines, compareLines, withLines } from '#src/memory/join-lines.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { withProposals } from '#src/node/memory/memory-lock.ts';
import { type Layout, memoryPlace } from '#src/project/paths.ts';
import { type ImportRecord, recordDigest } from '../sources/import-record.ts';

const PATIENCE = 5000;

interface Lines {
  layout: Layout;
  /** Null in a dry run, which writes nothing. */
  record: ImportRecord | null;
  /** The ledger or list of proposals that is here. */
  target: string;
}

interface PlacedLines {
  added: number;
  /** How many lines differ from ours with the same `id`, which were kept. */
  differing: number;
}

/** Adds to a ledger or list of proposals the lines that it lacks, and changes no other. */
export function placeLines({ kind, bytes, path }: ArchiveRecord, { layout, record, target }: Lines): PlacedLines {
  const compared = () => compareLines(readRegularFile(target).text, bytes);
  const placed = ({ missing, differing }: ComparedLines) => ({ added: missing.length, differing });
  if (record === null) return placed(compared());
  // What a hook writes before we have the lock is not ours to undo.
  return withProposals(memoryPlace(layout, path.split('/')[0] ?? ''), () => {
    const { missing, differing } = compared();
    if (missing.length > 0) {
      record.beginLines({ kind, path, digests: missing.map(recordDigest) });
      replaceFile(
        target,
        PATIENCE,
        (current) => withLines(current, compareLines(current, bytes).missing),
        () => true,
      );
    }
    return placed({ missing, differing });
  });
}
