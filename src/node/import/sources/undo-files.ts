/** Undoes what an import placed as whole files, and the lines that it added to ledgers and proposals. */
import { basename, dirname } from 'node:path';
import { ARCHIVE_KINDS, isPathOf } from '#src/import/archive-record.ts';
import { replaceFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import { isThere } from '#src/node/disk/is-there.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { withProposals } from '#src/node/memory/memory-lock.ts';
import { indexedPath } from '#src/node/session/index-entry.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { factsPath, type Layout, memoryPlace, notebookPath } from '#src/project/paths.ts';
import { type AddedLines, type ImportRun, recordDigest, type WrittenFile } from './import-record.ts';
import type { Undone } from './undone.ts';

const PATIENCE = 5000;

/** Undoes the files of a run, or counts them. Returns the directories that lost one. */
export function undoFiles(layout: Layout, run: ImportRun, undone: Undone, isDryRun: boolean): Set<string> {
  const directories = new Set<string>();
  const gone = new Set<string>();
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      undone.problems.push(sentenceOf(error));
    }
  };
  for (const added of run.lines.toReversed()) attempt(() => undoLines(layout, added, undone, isDryRun));
  // What belongs to a chronicle came after it, so it goes first.
  for (const file of run.files.toReversed())
    attempt(() => {
      const path = pathOf(layout, file);
      if (path === null || gone.has(path) || !isThere(path)) return;
      if (!undoFile(layout, { ...file, path }, gone, undone, isDryRun)) return;
      gone.add(path);
      directories.add(dirname(path));
    });
  return directories;
}

/** Whether the file goes. It stays if somebody changed it, or something of its session stays. */
function undoFile(
  layout: Layout,
  { kind, path, digest, session }: WrittenFile,
  gone: ReadonlySet<string>,
  undone: Undone,
  isDryRun: boolean,
): boolean {
  const undo = () => {
    const isKept = (companion: string) => !gone.has(companion) && isThere(companion);
    const why =
      recordDigest(readRegularFile(path).text) !== digest
        ? 'edited'
        : kind === 'chronicle' && (isKept(notebookPath(path)) || isKept(factsPath(path)))
          ? 'in use'
          : null;
    if (why !== null) {
      undone.kept.push({ path, why, records: null });
      return false;
    }
    undone[kind === 'chronicle' ? 'chronicles' : 'files']++;
    if (isDryRun) return true;
    if (kind === 'chronicle' && session !== '' && indexedPath(layout, session) === path)
      discard(`${layout.byId}/${session}`);
    discard(path);
    return true;
  };
  return isDryRun ? undo() : withLock(dirname(path), basename(path), PATIENCE, undo);
}

function undoLines(layout: Layout, { kind, path, digests }: AddedLines, undone: Undone, isDryRun: boolean): void {
  const target = pathOf(layout, { kind, path });
  if (target === null || !isThere(target)) return;
  const added = new Set(digests);
  const without = (text: string) =>
    text
      .split('\n')
      .filter((line) => !added.has(recordDigest(line)))
      .join('\n');
  const { text } = readRegularFile(target);
  undone.lines += text.split('\n').length - without(text).split('\n').length;
  if (!isDryRun)
    withProposals(memoryPlace(layout, path.split('/')[0] ?? ''), () =>
      replaceFile(target, PATIENCE, without, () => true),
    );
}

/** The path of a file that a record names; null if it leads anywhere else. */
function pathOf(layout: Layout, { kind, path }: Pick<WrittenFile, 'kind' | 'path'>): string | null {
  return isPathOf(kind, path) ? `${layout[ARCHIVE_KINDS[kind].below]}/${path}` : null;
}
