import { existsSync, type Stats, statSync } from 'node:fs';
import { isSessionId } from '#src/chronicle/session-id.ts';
import type { Layout } from '#src/project/paths.ts';
import { chroniclesIn } from '../disk/projects.ts';
import { indexedPath } from '../session/index-entry.ts';
import type { World } from '../world.ts';

/** Which sessions need no chronicle, as they have one or are at work on it. */
export interface KnownSessions {
  hasChronicle: (sessionId: string) => boolean;
  isLive: (sessionId: string) => boolean;
  /** The chronicle that was made of the session's transcript, and when (ms); null where it has none, or one of its own. */
  filled: (sessionId: string) => { path: string; at: number } | null;
}

/** Looks at the front matter of every chronicle below these directories of projects. */
export function knownSessions(layout: Layout, roots: readonly string[], world: Pick<World, 'env'>): KnownSessions {
  const chronicles = new Map(roots.flatMap(chroniclesBelow));
  return {
    // A chronicle whose front matter is broken is found by the index alone.
    hasChronicle: (id) => chronicles.has(id) || isIndexed(layout, id),
    isLive: (id) => id === world.env.CLAUDE_CODE_SESSION_ID || existsSync(`${layout.live}/${id}`),
    filled: (id) => {
      const chronicle = chronicles.get(id);
      if (!chronicle?.isFilled) return null;
      // Reviews rewrite a chronicle; the index's note of it stays as it was made.
      const times = [chronicle.path, `${layout.byId}/${id}`].flatMap(timesOf);
      return times.length === 0 ? null : { path: chronicle.path, at: Math.min(...times) };
    },
  };
}

interface Chronicle {
  path: string;
  isFilled: boolean;
}

function chroniclesBelow(root: string): [id: string, chronicle: Chronicle][] {
  return Array.from(chroniclesIn(root)).flatMap(({ path, frontMatter }): [string, Chronicle][] => {
    const id = frontMatter.get('session_id');
    return id === undefined ? [] : [[id, { path, isFilled: frontMatter.get('source') === 'backfill' }]];
  });
}

/** When a file was made, as far as the disk tells, and when it was written. */
function timesOf(path: string): number[] {
  const { birthtimeMs, mtimeMs } = linkedStats(path) ?? { birthtimeMs: 0, mtimeMs: 0 };
  return [birthtimeMs, mtimeMs].filter((time) => time > 0);
}

function linkedStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isIndexed(layout: Layout, id: string): boolean {
  const path = isSessionId(id) ? indexedPath(layout, id) : null;
  return path !== null && existsSync(path);
}
