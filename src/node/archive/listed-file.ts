import type { Chronicle } from '#src/chronicle/chronicle.ts';
import type { Placement } from '#src/project/grouping.ts';
import { slugOf } from '#src/project/slug.ts';
import { memoised } from '#src/value/memo.ts';
import type { StoredFile } from './file-store.ts';

export type Entry = StoredFile<Chronicle>;

/** A readable file, with the facts that decide its place in the archive. */
export interface ListedFile extends Placement {
  entry: Entry;
  chronicle: Chronicle;
  digest: string;
  id: string;
  /** The session's name, unless it is taken. */
  stem: string;
}

/** Computed once per content, because every change sorts all files again. Null if the file was never readable. */
export const listedFile = memoised((entry: Entry): ListedFile | null => {
  const chronicle = entry.good?.value;
  if (!entry.good || !chronicle) return null;
  const { session_id, started, cwd } = chronicle.frontMatter;
  return {
    entry,
    chronicle,
    digest: entry.good.digest,
    id: session_id,
    directory: entry.directory,
    cwd,
    // `…:00Z` before `…:00.5Z`: without the Z, text sorts as time does.
    started: started.slice(0, -1),
    stem: slugOf(entry.name.replace(/\.md$/, ''), 'session'),
  };
});
