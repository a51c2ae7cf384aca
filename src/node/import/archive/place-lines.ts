import type { ArchiveRecord } from '#src/import/archive-record.ts';
import { joinLines } from '#src/memory/join-lines.ts';
import { withProposals } from '#src/node/memory/memory-lock.ts';
import { replaceFile } from '#src/node/store/replace-file.ts';
import { type Layout, memoryPlace } from '#src/project/paths.ts';
import { type ImportRecord, recordDigest } from '../sources/import-record.ts';

const PATIENCE = 5000;

interface Lines {
  layout: Layout;
  /** Null in a dry run, which writes nothing. */
  record: ImportRecord | null;
  /** The ledger or list of proposals that is here, and its bytes. */
  target: string;
  ours: string;
}

/** Adds to a ledger or list of proposals the lines that it lacks. Returns how many; null if it has all of them. */
export function placeLines(
  { kind, bytes, path }: ArchiveRecord,
  { layout, record, target, ours }: Lines,
): number | null {
  const { text, added } = joinLines(ours, bytes, '');
  if (text === ours || ours === bytes) return null;
  if (record === null) return added;
  const lines = text.trimEnd().split('\n').slice(-added);
  if (added > 0) record.beginLines({ kind, path, digests: lines.map(recordDigest) });
  withProposals(memoryPlace(layout, path.split('/')[0] ?? ''), () =>
    replaceFile(
      target,
      PATIENCE,
      (current) => joinLines(current, bytes, '').text,
      () => true,
    ),
  );
  return added;
}
