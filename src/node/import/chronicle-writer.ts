import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { chronicleOf, wordsOf } from '#src/import/chronicle-of.ts';
import type { Layout } from '#src/project/paths.ts';
import { chroniclePlace } from '#src/project/paths.ts';
import { findByIndex } from '../session/find.ts';
import { writeIndexEntry } from '../session/index-entry.ts';
import { openChronicleDirectory } from '../session/where.ts';
import { placeAt } from '../store/create-file.ts';
import { withLock } from '../store/lock.ts';
import { discard, flushDirectory, writeTemporary } from '../store/work-directory.ts';
import type { SafeWords } from './safe-words.ts';
import type { PlannedSession } from './unfiled-sessions.ts';

const LOCK_PATIENCE = 5000;

export interface WriterOptions {
  layout: Layout;
  clean: (words: readonly string[]) => Promise<SafeWords>;
  taskPattern: RegExp | undefined;
}

/** A chronicle on disk under a temporary name. */
export interface Unnamed {
  session: PlannedSession;
  directory: string;
  temporary: string;
  nameOf: (n: number) => string;
  /** Its bytes, as Latin-1. */
  bytes: string;
}

/**
 * Writes chronicles in two steps: most of the time is spent waiting for the disk, which can write many files at once. A
 * chronicle appears complete or not at all.
 */
export class ChronicleWriter {
  readonly #options: WriterOptions;
  readonly #directories = new Set<string>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Writes a session's chronicle to a temporary file. */
  async prepare(session: PlannedSession): Promise<Unnamed> {
    const { layout, clean, taskPattern } = this.#options;
    const { nameOf, text } = chronicleOf(session, { safe: await clean(wordsOf(session)), taskPattern });
    const bytes = Buffer.from(text).toString('latin1');
    const directory = openChronicleDirectory(layout, session.filing.directory);
    const temporary = writeTemporary(directory, bytes, { durable: false });
    try {
      await flushFile(temporary);
    } catch (error) {
      discard(temporary);
      throw error;
    }
    return { session, directory, temporary, nameOf, bytes };
  }

  /**
   * Gives it its name and returns the path. Null if a hook was faster: both take the session's lock, so there is only one
   * chronicle.
   */
  place({ session: { id, filing }, directory, temporary, nameOf, bytes }: Unnamed): string | null {
    const { layout } = this.#options;
    try {
      return withLock(directory, id, LOCK_PATIENCE, () => {
        if (findByIndex(layout, id) !== null) return null;
        let n = 1;
        while (!placeAt(`${directory}/${nameOf(n)}`, temporary, bytes)) n++;
        this.#directories.add(directory);
        try {
          writeIndexEntry(layout, id, filing.directory, nameOf(n));
        } catch (error) {
          // Otherwise it would be there but count as not written.
          rmSync(`${directory}/${nameOf(n)}`, { force: true });
          throw error;
        }
        return `${layout.projects}/${chroniclePlace(filing.directory, nameOf(n))}`;
      });
    } finally {
      discard(temporary);
    }
  }

  /** Flushes the names to disk. If one is lost in a crash before that, the next run writes it again. */
  end(): void {
    for (const directory of this.#directories) flushDirectory(directory);
  }
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
