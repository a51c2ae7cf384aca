import type { FiledBy } from '#src/import/filing.ts';
import type { Skipped } from '#src/import/plan-sessions.ts';
import type { LeftOutCounts } from '#src/import/survey.ts';

/** The names of counted things, in singular and plural. */
export type Names = Readonly<Record<string, readonly [one: string, several: string]>>;
type NamesOf<Kind extends string> = Readonly<Record<Kind, readonly [one: string, several: string]>>;

export const FILED_BY: NamesOf<Exclude<FiledBy, 'checkout'>> = {
  'worktree record': same("filed by git's or Claude Code's record of the worktree"),
  path: same('filed by their path'),
  folder: same("filed by the transcript's folder"),
};

export const SKIPPED: NamesOf<Skipped> = {
  'has a chronicle': same('already recorded'),
  'is unchanged': same('already up to date'),
  'is being read': same('being read by another process'),
  'has a shorter transcript than before': same('with a shorter transcript than before; what it showed is kept'),
  'has facts that cannot be read': same('with a facts file that cannot be read'),
  'is running': same('running'),
  'may be running': same('possibly still running'),
  'was forgotten': same('forgotten in whole or in part'),
  'lies in an excluded directory': ['in an excluded directory', 'in excluded directories'],
  'has no prompt of a person': same('without a prompt'),
  'is only a copy of another session': same('copied from another session'),
  'tells no time': same('without a time'),
  'tells a time that cannot be': same('with an impossible time'),
  'tells no place': same('without a directory'),
  'is not among those asked for': same('not selected'),
  'could not be written': same('not writable'),
};

export const LEFT_OUT: NamesOf<keyof LeftOutCounts> = {
  broken: ['line that is not JSON', 'lines that are not JSON'],
  torn: ['incomplete last line', 'incomplete last lines'],
  tooLong: ['line over 16 MB', 'lines over 16 MB'],
  subagents: ['subagent transcript', 'subagent transcripts'],
  refused: ['link or special file', 'links or special files'],
};

/** Why records of transcripts were left out. Lines are counted for all transcripts, not only for those imported. */
export const RECORDS: Names = {
  'not a record': ['line that is not a record', 'lines that are not records'],
  'of another session': same('of another session'),
  'without a time': same('without a time'),
  'unreadable subagent': ['subagent transcript that cannot be read', 'subagent transcripts that cannot be read'],
};

function same(name: string): [string, string] {
  return [name, name];
}
