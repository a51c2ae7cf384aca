import { RecordIndex } from '#src/index/index.ts';
import { deleteIndex, openIndex } from '#src/index/open-index.ts';
import { isSqlError } from '#src/index/schema.ts';
import { readConfig } from '#src/lib/config.ts';
import { grownSessions, transcribedSessions } from '#src/import/grown-sessions.ts';
import { rulesIn } from '#src/record/where.ts';
import { pathsIn } from '#src/lib/env.ts';
import type { Io } from './terminal/io.ts';
import { say } from './terminal/print.ts';
import { ownRoots, sayEmpty } from './own-roots.ts';

interface IndexOptions {
  isScript?: boolean;
  /** Whether to read first what sessions have added to their transcripts. */
  isFresh?: boolean;
}

/**
 * Runs the work of a command with the index of the owner's archive. Should the index turn out to be damaged, it is made anew, and
 * the work is done again: it must print nothing before it has found everything. An empty archive is said so.
 */
export async function withIndex<Result>(
  io: Io,
  { isScript = false, isFresh = true }: IndexOptions,
  work: (index: RecordIndex) => Result,
): Promise<Result> {
  const paths = pathsIn(io.env);
  const roots = ownRoots(io);
  const { machines } = readConfig(paths).config;
  const rules = rulesIn(io.env);
  const open = () => {
    const options = { roots, rules, now: io.env.now().getTime(), say: (sentence: string) => say(io, sentence) };
    return new RecordIndex(openIndex(paths, options), machines);
  };
  const answer = (index: RecordIndex): Result => {
    try {
      if (!index.hasFiles) sayEmpty(io, paths, roots);
      return work(index);
    } finally {
      index.close();
    }
  };
  let index = open();
  try {
    const sessions = isFresh ? index.withTranscripts(transcribedSessions(paths)) : [];
    const grown = grownSessions(io.env, paths, sessions);
    if (grown.length > 0) {
      index.close();
      const { harvestFirst } = await import('./own-archive.ts');
      await harvestFirst(io, grown, isScript);
      index = open();
    }
    return answer(index);
  } catch (error) {
    if (!isSqlError(error)) throw error;
    index.close();
    deleteIndex(paths);
    return answer(open());
  }
}
