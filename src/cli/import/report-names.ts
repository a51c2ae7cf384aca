import type { FrictionKind } from '#src/import/friction.ts';
import type { FiledBy } from '#src/node/import/filing.ts';
import type { LeftOutCounts } from '#src/node/import/read-transcript.ts';
import type { Skipped } from '#src/node/import/unfiled-sessions.ts';

/** What is counted, by how one and several of them are called. */
export type Names = Readonly<Record<string, readonly [one: string, several: string]>>;
type NamesOf<Kind extends string> = Readonly<Record<Kind, readonly [one: string, several: string]>>;

export const FILED_BY: NamesOf<Exclude<FiledBy, 'checkout'>> = {
  'worktree record': same("filed by git's or Claude Code's record of the worktree"),
  path: same('filed by the path'),
  folder: same("filed by the name of the transcript's folder"),
};

export const SKIPPED: NamesOf<Skipped> = {
  'has a chronicle': same('with a chronicle'),
  'went on since it was filled in': same('filled in before, and went on since'),
  'is running': same('running'),
  'may be running': same('perhaps still running'),
  'was forgotten': same('forgotten'),
  'lies in an excluded directory': ['in an excluded directory', 'in excluded directories'],
  'has no prompt of a person': same('without a prompt'),
  'is only a copy of another session': same('only a copy of another'),
  'tells no time': same('without a time'),
  'tells a time that cannot be': same('with times that cannot be'),
  'tells no place': same('without a place'),
  'is not among those asked for': same('not asked for'),
  'could not be written': same('that could not be written'),
};

export const LEFT_OUT: NamesOf<keyof LeftOutCounts> = {
  broken: ['line that is no JSON', 'lines that are no JSON'],
  torn: ['half last line', 'half last lines'],
  tooLong: ['line over 16 MB', 'lines over 16 MB'],
  subagents: ['transcript of a subagent', 'transcripts of subagents'],
  refused: ['link or other thing that is no file', 'links or other things that are no files'],
};

export const FRICTION: NamesOf<FrictionKind> = {
  'failure that did not repeat': ['failure that did not repeat', 'failures that did not repeat'],
  'refused or stopped without a word': same('refused or stopped without a word'),
  'call cancelled beside another one': ['call cancelled beside another one', 'calls cancelled beside another one'],
  'edit of a file that was not read': ['edit of a file that was not read', 'edits of a file that was not read'],
  'text to replace not found': ['text to replace not found', 'texts to replace not found'],
  'file changed since it was read': ['file changed since it was read', 'files changed since they were read'],
  'nothing to change': ['edit with nothing to change', 'edits with nothing to change'],
  'call of a wrong form': ['call of a wrong form', 'calls of a wrong form'],
  'file not found': ['file not found', 'files not found'],
  'too much to read': ['file too long to read', 'files too long to read'],
  'held up by a hook': ['call held up by a hook', 'calls held up by a hook'],
  'held up by the host': ['call held up by Claude Code', 'calls held up by Claude Code'],
  'lint, format or types': [
    'failure of a linter, formatter or type check',
    'failures of linters, formatters or type checks',
  ],
};

function same(name: string): [string, string] {
  return [name, name];
}
