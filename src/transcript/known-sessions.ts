import { existsSync } from 'node:fs';
import { isSessionId } from '#src/format/session-id.ts';
import type { Layout } from '#src/lib/paths.ts';
import { chroniclesIn } from '../format/projects.ts';
import { indexedPath } from '../record/index-entry.ts';
import type { World } from '../lib/world.ts';

/** Which sessions have a chronicle or are running. */
export interface KnownSessions {
  hasChronicle: (sessionId: string) => boolean;
  /** The session's chronicle in Claude Code's directory; null if it has none there, or one whose front matter is broken. */
  ownChronicle: (sessionId: string) => OwnChronicle | null;
  isLive: (sessionId: string) => boolean;
}

interface OwnChronicle {
  path: string;
  /** The checkout it was recorded in; empty if it does not say. */
  cwd: string;
}

/** Reads the front matter of every chronicle below these project directories. */
export function knownSessions(layout: Layout, roots: readonly string[], world: Pick<World, 'env'>): KnownSessions {
  const chronicles = new Map(roots.flatMap(chroniclesBelow));
  const own = new Map(chroniclesBelow(layout.projects));
  return {
    // A chronicle with broken front matter is only found through the index.
    hasChronicle: (id) => chronicles.has(id) || own.has(id) || isIndexed(layout, id),
    ownChronicle: (id) => own.get(id) ?? null,
    isLive: (id) => id === world.env.CLAUDE_CODE_SESSION_ID || existsSync(`${layout.live}/${id}`),
  };
}

function chroniclesBelow(root: string): [id: string, chronicle: OwnChronicle][] {
  return Array.from(chroniclesIn(root)).flatMap(({ path, frontMatter }): [string, OwnChronicle][] => {
    const id = frontMatter.get('session_id');
    return id === undefined ? [] : [[id, { path, cwd: frontMatter.get('cwd') ?? '' }]];
  });
}

function isIndexed(layout: Layout, id: string): boolean {
  const path = isSessionId(id) ? indexedPath(layout, id) : null;
  return path !== null && existsSync(path);
}
