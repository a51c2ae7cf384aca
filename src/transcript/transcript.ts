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
import { type LeftOutLines, readValuesInTurns } from './lines.ts';
import { type Harvest, type HarvestOptions, SessionReducer } from './reduce.ts';

export interface Reading extends Omit<HarvestOptions, 'sha1' | 'listed'> {
  env: Record<string, string | undefined>;
  /** Commits of the session that an earlier reading found: git may not have them any more. */
  known: readonly ListedCommit[];
}

/** Names of lines that were left out, as facts have them. */
const LINES: Readonly<Record<keyof LeftOutLines, string>> = {
  broken: 'not JSON',
  torn: 'incomplete',
  tooLong: 'over 16 MB',
};

/**
 * Reads the transcripts of a session. If a command must have made a commit that no output shows, asks git in the session's
 * repository, and reads again with what it lists. Without an answer, such a commit is left out. Throws the system's errors
 * for a transcript that cannot be read; one of a subagent is left out then. `skipped` in the facts counts lines and records
 * that were left out, by reason.
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
  const skipped: Record<string, number> = {};
  const skip = (reason: string, count: number) => {
    if (count > 0) skipped[reason] = (skipped[reason] ?? 0) + count;
  };
  const read = async (path: string, value: (value: unknown, line: number) => void) => {
    const lines = await readValuesInTurns(path, { value });
    for (const [kind, name] of Object.entries(LINES)) skip(name, lines[kind as keyof LeftOutLines]);
  };
  for (const { path, stem } of files) {
    const file = `${stem}.jsonl`;
    await read(path, (value, line) => reducer.add(value, { file, line }));
  }
  for (const path of subagents) {
    const file = path.slice(path.lastIndexOf('/') + 1);
    try {
      await read(path, (value, line) => reducer.addSubagent(value, { file, line }));
    } catch {
      // It may be gone, or somebody put a link in its place.
      skip('unreadable subagent', 1);
    }
  }
  const harvest = reducer.end();
  for (const [reason, count] of Object.entries(harvest.facts.skipped)) skip(reason, count);
  return { ...harvest, facts: { ...harvest.facts, skipped } };
}
