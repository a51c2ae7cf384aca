/**
 * A series of posts: its parts, and the events, from any session, that each part tells.
 *
 *     title: Teaching a machine to remember
 *     parts:
 *       - title: The rule that was written down
 *         idea: A memory exists, is read, and is ignored.
 *         events:
 *           - 3f6c0a1e-…#e-3fa9c1
 */

import type { Problem } from '#src/format/problem.ts';
import { slugOf } from '#src/lib/slug.ts';

export interface Series {
  /** The file name without `.yml`. */
  slug: string;
  /** Absolute path of the file. */
  path: string;
  title: string;
  parts: SeriesPart[];
  problems: Problem[];
}

export interface SeriesPart {
  title: string;
  idea: string;
  /** `<session_id>#e-…` */
  events: string[];
}

const LONGEST = 80;

/** The slug of a title: `Teaching a machine` is `teaching-a-machine`. */
export function seriesSlugOf(title: string): string {
  return slugOf(title.toLowerCase().replace(/['’]|\.(?=\s)/g, ''), 'series')
    .slice(0, LONGEST)
    .replace(/^[-._]+|[-._]+$/g, '');
}
