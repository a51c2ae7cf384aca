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
 * This file reads the transcripts of one session.
 */
import { sha1Of, sha256Of } from '#src/lib/digest.ts';
import type { SessionTranscripts } from './transcript-files.ts';
import { type LeftOutLines, readValuesInTurns } from './lines.ts';
import { type Harvest, type HarvestOptions, SessionReducer } from './reduce.ts';

/** Names of lines that were left out, as facts have them. */
const LINES: Readonly<Record<keyof LeftOutLines, string>> = {
  broken: 'not JSON',
  torn: 'incomplete',
  tooLong: 'over 16 MB',
};

/**
 * Reads the transcripts of a session in one pass over each, in memory that does not grow with them. Throws the system's
 * errors for a transcript that cannot be read; one of a subagent is left out then. `skipped` in the facts counts lines and
 * records that were left out, by reason.
 */
export async function readSession(
  { files, subagents }: SessionTranscripts,
  options: Omit<HarvestOptions, 'sha1' | 'sha256'>,
): Promise<Harvest> {
  const reducer = SessionReducer.full({ ...options, sha1: sha1Of, sha256: sha256Of });
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
