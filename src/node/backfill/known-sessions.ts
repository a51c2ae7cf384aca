import { existsSync, readdirSync } from 'node:fs';
import { isSessionId } from '../../chronicle/session-id.ts';
import type { Layout } from '../../project/paths.ts';
import { sessionIdIn } from '../session/find.ts';
import { indexedPath } from '../session/index-entry.ts';
import type { World } from '../world.ts';

/** Which sessions need no chronicle, as they have one or are at work on it. */
export interface KnownSessions {
  hasChronicle: (sessionId: string) => boolean;
  isLive: (sessionId: string) => boolean;
}

/** Looks at the front matter of every chronicle below these directories of projects. */
export function knownSessions(layout: Layout, roots: readonly string[], world: Pick<World, 'env'>): KnownSessions {
  const ids = new Set(roots.flatMap(sessionsBelow));
  return {
    // A chronicle whose front matter is broken is found by the index alone.
    hasChronicle: (id) => ids.has(id) || isIndexed(layout, id),
    isLive: (id) => id === world.env.CLAUDE_CODE_SESSION_ID || existsSync(`${layout.live}/${id}`),
  };
}

function sessionsBelow(root: string): string[] {
  return listing(root).flatMap((folder) => {
    const directory = `${root}/${folder}/chronicle`;
    const names = listing(directory).filter((name) => name.endsWith('.md') && !name.startsWith('.'));
    return names.flatMap((name) => sessionIdIn(`${directory}/${name}`) ?? []);
  });
}

function isIndexed(layout: Layout, id: string): boolean {
  const path = isSessionId(id) ? indexedPath(layout, id) : null;
  return path !== null && existsSync(path);
}

function listing(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
