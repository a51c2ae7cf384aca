import { chronicleOf, wordsOf } from '../../backfill/chronicle-of.ts';
import type { Layout } from '../../project/paths.ts';
import { findByIndex } from '../session/find.ts';
import { writeIndexEntry } from '../session/index-entry.ts';
import { openChronicleDirectory } from '../session/where.ts';
import { createFile } from '../store/create-file.ts';
import { withLock } from '../store/lock.ts';
import type { PlannedSession } from './plan-backfill.ts';
import type { SafeWords } from './safe-words.ts';

const LOCK_PATIENCE = 5000;

export interface WriteOptions {
  layout: Layout;
  clean: (words: readonly string[]) => Promise<SafeWords>;
  taskPattern: RegExp | undefined;
}

/**
 * Writes the chronicle of a session that has none, and returns its path. Null, with nothing written, if a hook has been
 * faster: both take the session's lock.
 */
export async function writeSession(
  session: PlannedSession,
  { layout, clean, taskPattern }: WriteOptions,
): Promise<string | null> {
  const { nameOf, text } = chronicleOf(session, { safe: await clean(wordsOf(session)), taskPattern });
  const project = session.filing.directory;
  const directory = openChronicleDirectory(layout, project);
  return withLock(directory, session.id, LOCK_PATIENCE, () => {
    if (findByIndex(layout, session.id) !== null) return null;
    const name = createFile(directory, nameOf, text);
    writeIndexEntry(layout, session.id, project, name);
    return `${layout.projects}/${project}/chronicle/${name}`;
  });
}
