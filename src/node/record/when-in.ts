import { sessionZone } from '#src/record/local-time.ts';
import type { FrontMatterValues } from '../disk/front-matter-of.ts';
import type { World } from '../world.ts';

/** The time of a note in a session with this front matter; with its day unless that is the session's first one. */
export function whenIn(frontMatter: FrontMatterValues | null, { now }: World): string {
  const { date, time } = sessionZone(frontMatter?.get('utc_offset')).timeOf(now().getTime());
  return date === (frontMatter?.get('date') ?? '') ? time : `${date} ${time}`;
}
