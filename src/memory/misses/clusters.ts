import type { ExcerptLine } from '#src/chronicle/session.ts';

/**
 * What the owner decided about miss groups, in `<config>/session-chronicle/clusters.yml`. A group is named by
 * any of its misses, as `<session_id, or six letters of it or more>#<event id>`:
 *
 *     rename:
 *       3f6c0a12#e-80a7bf: Edits an applied migration
 *     merge:
 *       - [3f6c0a12#e-80a7bf, 77aa01bc#e-414361]
 *     split:
 *       - [77aa01bc#e-54f2c1]
 *
 * `merge` makes one group of the groups that hold these misses; `split` takes these misses out of theirs and
 * makes them a group of their own.
 */

export interface Clusters {
  rename: { miss: MissName; name: string }[];
  merge: MissName[][];
  split: MissName[][];
}

/** A miss as the owner names it, and where in the file. */
export interface MissName {
  name: string;
  line: number;
  column: number;
  /** The lines around it. */
  excerpt: ExcerptLine[];
}

export const NO_CLUSTERS: Clusters = { rename: [], merge: [], split: [] };

/** Whether the owner decided anything. */
export function namesMisses({ rename, merge, split }: Clusters): boolean {
  return rename.length + merge.length + split.length > 0;
}
