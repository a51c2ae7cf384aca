import { readConfig } from '#src/node/config.ts';
import { grownSessions, transcribedSessions } from '#src/node/import/harvest-grown.ts';
import type { Finder } from '#src/node/recall/finder.ts';
import { deleteIndex, type NoIndex, openIndex } from '#src/node/recall/index-file.ts';
import { IndexFinder } from '#src/node/recall/index-finder.ts';
import { type Database, isSqlError } from '#src/node/recall/sqlite.ts';
import { rulesIn } from '#src/node/session/where.ts';
import { layoutIn } from '#src/node/world.ts';
import type { Layout } from '#src/project/paths.ts';
import type { Io } from '../terminal/io.ts';
import { ownRoots } from './own-roots.ts';

/** A command reads so many new files itself. What is more, the process that reads transcripts brings into the index. */
const MOST_READ = 1500;

interface FinderOptions {
  isScript?: boolean;
  /** Whether to read first what sessions have added to their transcripts. */
  isFresh?: boolean;
}

/**
 * Runs the work of a command with what finds records and sessions: the index, or the whole archive where there is none yet.
 * Should the index fail meanwhile, it is deleted, and the work is done again with the whole archive: it must print nothing
 * before it has found everything. An empty archive is said so.
 */
export async function withFinder<Result>(
  io: Io,
  { isScript = false, isFresh = true }: FinderOptions,
  work: (finder: Finder) => Result,
): Promise<Result> {
  const layout = layoutIn(io.world);
  const roots = ownRoots(io);
  const index = await ownIndex(io, layout, roots, { isScript, isFresh });
  if (typeof index !== 'string') {
    const finder = new IndexFinder(index, readConfig(layout).config.machines);
    try {
      if (finder.size > 0) return work(finder);
    } catch (error) {
      if (!isSqlError(error)) throw error;
      deleteIndex(layout);
    } finally {
      finder.close();
    }
  }
  const { wholeFinder } = await import('./whole-archive.ts');
  const finder = await wholeFinder(io, typeof index === 'string' ? index : null, { roots, isScript, isFresh });
  try {
    return work(finder);
  } finally {
    finder.close();
  }
}

async function ownIndex(
  io: Io,
  layout: Layout,
  roots: readonly string[],
  { isScript, isFresh }: Required<FinderOptions>,
): Promise<Database | NoIndex> {
  const rules = rulesIn(io.world);
  const open = () => openIndex(layout, { roots, rules, now: io.world.now().getTime(), most: MOST_READ });
  const index = open();
  if (!isFresh || typeof index === 'string') return index;
  const sessions = new IndexFinder(index).withTranscripts(transcribedSessions(layout));
  const grown = grownSessions(io.world, layout, sessions);
  if (grown.length === 0) return index;
  index.close();
  const { harvestInto } = await import('./whole-archive.ts');
  await harvestInto(io, grown, isScript);
  return open();
}
