import { FRONT_MATTER_KEYS } from '../chronicle/front-matter-keys.ts';
import type { Session } from '../chronicle/session.ts';

/**
 * Whether a chronicle is as the hook made it when the session began: no event, no summary, no stray text, no key of
 * somebody else's. One with a problem is none, and neither is one that was made of a transcript or another program's notes.
 */
export function isSkeleton({
  chronicle,
  problems,
  outdated,
}: Pick<Session, 'chronicle' | 'problems' | 'outdated'>): boolean {
  const { frontMatter, events, strays, summary } = chronicle;
  const isEmpty = events.length + strays.length === 0 && summary.kind === 'none';
  const isOfHook = frontMatter.source === undefined && frontMatter.retro === undefined;
  const isOfForm = Object.keys(frontMatter).every((key) => FRONT_MATTER_KEYS.includes(key));
  return isEmpty && isOfHook && isOfForm && problems.length === 0 && !outdated;
}
