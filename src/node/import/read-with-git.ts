import { isListed, type ListedCommit, spanOf } from '#src/import/facts/listed-commits.ts';
import { listCommits } from '../git/list-commits.ts';
import { type HarvestReading, type Reading, readHarvest } from './read-harvest.ts';
import type { SessionTranscripts } from './session-transcripts.ts';

interface WithGit extends Omit<Reading, 'listed'> {
  env: Record<string, string | undefined>;
  /** Commits of the session that an earlier reading found: git may not have them any more. */
  known: readonly ListedCommit[];
}

/**
 * Reads the transcripts of a session. If a command must have made a commit that no output shows, asks git in the session's
 * repository, and reads again with what it lists. Without an answer, such a commit is left out.
 */
export async function readWithGit(
  transcripts: SessionTranscripts,
  { env, known, ...options }: WithGit,
): Promise<HarvestReading> {
  const reading = await readHarvest(transcripts, { ...options, listed: known });
  const { missing } = reading.harvest;
  if (missing.length === 0 || options.project === '') return reading;
  const all = await listCommits(options.project, env, spanOf(missing));
  const listed = all.filter((commit) => missing.some((each) => isListed(each, commit)));
  if (listed.length === 0) return reading;
  const { progress: _, ...again } = options;
  return readHarvest(transcripts, { ...again, listed: [...known, ...listed] });
}
