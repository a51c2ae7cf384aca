import { existsSync, type Stats, statSync } from 'node:fs';
import { isSessionId } from '#src/chronicle/session-id.ts';
import type { Layout } from '#src/project/paths.ts';
import { chroniclesIn } from '../disk/projects.ts';
import { indexedPath } from '../session/index-entry.ts';
import type { World } from '../world.ts';

/** Which sessions have a chronicle or are running. */
export interface KnownSessions {
  hasChronicle: (sessionId: string) => boolean;
  isLive: (sessionId: string) => boolean;
  /** The backfilled chronicle of a session, and when it was made (ms); null if it has none, or one made by hooks. */
  filled: (sessionId: string) => { path: string; at: number } | null;
}

/** Reads the front matter of every chronicle below these project directories. */
export function knownSessions(layout: Layout, roots: readonly string[], world: Pick<World, 'env'>): KnownSessions {
  const chronicles = new Map(roots.flatMap(chroniclesBelow));
  return {
    // A chronicle with broken front matter is only found through the index.
    hasChronicle: (id) => chronicles.has(id) || isIndexed(layout, id),
    isLive: (id) => id === world.env.CLAUDE_CODE_SESSION_ID || existsSync(`${layout.live}/${id}`),
    filled: (id) => {
      const chronicle = chronicles.get(id);
      if (!chronicle?.isFilled) return null;
      // A review rewrites the chronicle, but not its index entry.
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

/** When a file was created, if the disk knows, and when it was last written. */
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
