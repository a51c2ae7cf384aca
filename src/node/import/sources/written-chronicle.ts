import { existsSync } from 'node:fs';
import { indexedPath } from '#src/node/session/index-entry.ts';
import { isChroniclePlace, type Layout } from '#src/project/paths.ts';
import type { WrittenSession } from './import-record.ts';

/** The chronicle of a session in a record, which may have been renamed; null if it is gone. Never a path outside of the projects. */
export function writtenChronicle(
  layout: Layout,
  { sessionId, chronicle }: Pick<WrittenSession, 'sessionId' | 'chronicle'>,
): string | null {
  const path = isChroniclePlace(chronicle) ? `${layout.projects}/${chronicle}` : null;
  const found = [path, indexedPath(layout, sessionId)].find((each) => each !== null && existsSync(each));
  return found ?? null;
}
