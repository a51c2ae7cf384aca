import type { Chronicle } from '#src/format/chronicle.ts';
import type { Placement } from '#src/lib/project.ts';
import { slugOf } from '#src/lib/slug.ts';
import { memoised } from '#src/lib/memo.ts';
import type { StoredFile } from './file-store.ts';

export type Entry = StoredFile<Chronicle>;

/** What decides a file's place in the archive. */
export interface PlacedFile extends Placement {
  /** Absolute. */
  path: string;
  id: string;
  /** The session's name, unless it is taken. */
  stem: string;
}

/** A readable file. */
export interface ListedFile extends PlacedFile {
  entry: Entry;
  chronicle: Chronicle;
  digest: string;
}

/** Computed once per content, because every change sorts all files again. Null if the file was never readable. */
export const listedFile = memoised((entry: Entry): ListedFile | null => {
  const chronicle = entry.good?.value;
  if (!entry.good || !chronicle) return null;
  return { entry, chronicle, digest: entry.good.digest, ...placedFile(entry, chronicle) };
});

/** What decides the place of a file with this chronicle. */
export function placedFile(
  { path, directory, name }: Pick<Entry, 'path' | 'directory' | 'name'>,
  { frontMatter: { session_id, started, cwd } }: Chronicle,
): PlacedFile {
  return {
    path,
    directory,
    id: session_id,
    cwd,
    // `…:00Z` before `…:00.5Z`: without the Z, text sorts as time does.
    started: started.slice(0, -1),
    stem: slugOf(name.replace(/\.md$/, ''), 'session'),
  };
}
