import type { Chronicle } from '#src/chronicle/chronicle.ts';
import type { Placement } from '#src/project/grouping.ts';
import { slugOf } from '#src/project/slug.ts';
import { memoised } from '#src/value/memo.ts';
import type { StoredFile } from './file-store.ts';

export type Entry = StoredFile<Chronicle>;

/** A file that is listed, with what its place in the archive depends on. */
export interface ListedFile extends Placement {
  entry: Entry;
  chronicle: Chronicle;
  digest: string;
  id: string;
  /** What the file's name wants to be called. */
  stem: string;
}

/** Worked out once per content, because all files are put in order again at every change. Null if there is no good copy. */
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
