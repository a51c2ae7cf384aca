/**
 * Start reading here. A transcript of Claude Code becomes the facts of a session in one pass:
 *
 *     lines.ts         the values of a file in constant memory, also those on damaged lines
 *     records.ts       what of a value counts: a message, or a note of the host
 *     prompts.ts       what a person typed; everything else in the same records is the host's
 *     reduce.ts        of which session, when, under which prompt, which result of which call; copies are left out
 *       session-facts.ts    collects facts: changed-files.ts, commands.ts, commit-list.ts, answers.ts and the like
 *       session-events.ts   collects events: turn-events.ts, corrections.ts, choices.ts, reverts.ts, failures.ts
 *     found.ts         the events as facts have them, how much each says, and which are shown
 *
 * unobserved.ts reads what was said since the last observation, read-conversation.ts what the transcript pages of `dev`
 * show. with-found.ts puts a chronicle's own events and the found ones together for readers; keep-found.ts is what a person
 * can do with a found one. src/import writes what is read here.
 *
 * This file reads the transcripts of one session, and asks git about commits that no output shows.
 */
import { sha1Of } from '#src/lib/digest.ts';
import { isListed, listCommits, type ListedCommit, spanOf } from './commit-list.ts';
import type { SessionTranscripts } from './transcript-files.ts';
import { readValuesInTurns } from './lines.ts';
import { type Harvest, type HarvestOptions, SessionReducer } from './reduce.ts';

export interface Reading extends Omit<HarvestOptions, 'sha1' | 'listed'> {
  env: Record<string, string | undefined>;
  /** Commits of the session that an earlier reading found: git may not have them any more. */
  known: readonly ListedCommit[];
}

/**
 * Reads the transcripts of a session. If a command must have made a commit that no output shows, asks git in the session's
 * repository, and reads again with what it lists. Without an answer, such a commit is left out. Throws the system's errors
 * for a transcript that cannot be read; one of a subagent is left out then.
 */
export async function readSession(
  transcripts: SessionTranscripts,
  { env, known, ...options }: Reading,
): Promise<Harvest> {
  const harvest = await readOnce(transcripts, { ...options, listed: known });
  const { missing } = harvest;
  if (missing.length === 0 || options.project === '') return harvest;
  const all = await listCommits(options.project, env, spanOf(missing));
  const listed = all.filter((commit) => missing.some((each) => isListed(each, commit)));
  return listed.length === 0 ? harvest : readOnce(transcripts, { ...options, listed: [...known, ...listed] });
}

/** One pass over each transcript, in memory that does not grow with them. */
async function readOnce(
  { files, subagents }: SessionTranscripts,
  options: Omit<HarvestOptions, 'sha1'>,
): Promise<Harvest> {
  const reducer = SessionReducer.full({ ...options, sha1: sha1Of });
  for (const { path, stem } of files) {
    const file = `${stem}.jsonl`;
    await readValuesInTurns(path, { value: (value, line) => reducer.add(value, { file, line }) });
  }
  for (const path of subagents) {
    const file = path.slice(path.lastIndexOf('/') + 1);
    try {
      await readValuesInTurns(path, { value: (value, line) => reducer.addSubagent(value, { file, line }) });
    } catch {
      // It may be gone, or somebody put a link in its place.
    }
  }
  return reducer.end();
}
