import { basename, dirname } from 'node:path';
import { diffText } from '#src/cli/terminal/print.ts';
import { dim, joined, line, red, type Text } from '#src/cli/terminal/text.ts';
import { textOf } from '#src/setup/forget/bytes.ts';
import type { Forgetting } from '#src/setup/forget/apply-forgetting.ts';
import type { FileChange } from '#src/setup/forget/file-changes.ts';
import type { LeftPlace } from '#src/setup/forget/left-places.ts';
import { type ForgettingPlan, isEmptyPlan } from '#src/setup/forget/plan-forgetting.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { counted } from '#src/lib/text/day.ts';
import { formatLeftPlaces } from './format-left-places.ts';

/** What became of a plan: `not asked` for a dry run, or if there is nothing to do. */
export type Outcome = Forgetting | 'declined' | 'not asked';

/** The diff of each file, for the owner's eyes: it contains the text to forget. */
export function formatLines({ changes }: ForgettingPlan): Text {
  const diffs = changes.map((change) => differenceOf(change)).filter((diff) => diff !== '');
  return joined(diffs.map(diffText), '\n\n');
}

/** The files that change, get a new name or are deleted, one a line. */
export function formatFiles(plan: ForgettingPlan): Text {
  const changes = plan.changes.map((change) => line`${verbOf(change)}  ${change.path}${dim(lineCount(change))}`);
  const renames = plan.renames.map(({ from, to }) => line`rename  ${from} to ${basename(to)}`);
  const { backups, derived, leftovers } = plan;
  const deleted = [...backups.map(({ path }) => path), ...derived, ...leftovers].map(
    (path) => line`${DELETE}  ${path}`,
  );
  return joined([...changes, ...renames, ...deleted]);
}

const DELETE = red('delete');

/** The same as JSON: what would change or, once the plan was carried out, what did. */
export function forgettingEntry(plan: ForgettingPlan, left: readonly LeftPlace[], outcome: Outcome) {
  const { target } = plan;
  const { kind } = target;
  const { changed, deleted, renames } = doneOf(plan, outcome);
  const failures = failuresOf(plan, outcome);
  return {
    target:
      kind === 'text'
        ? { kind }
        : { kind, session: target.session, ...(kind === 'event' ? { event: target.event } : {}) },
    forgotten: typeof outcome === 'object' && failures.length === 0,
    changed: changed.map((change) => ({ path: change.path, lines: changedLines(change) })),
    removed: deleted,
    renamed: renames.map(({ from, to }) => ({ from, to })),
    left,
    failures,
  };
}

/** A sentence for each file that could not be read or changed. */
export function failuresOf({ unread }: ForgettingPlan, outcome: Outcome): string[] {
  return [...unread, ...(typeof outcome === 'object' ? outcome.failures : [])];
}

/** What to tell the owner besides the failures and the list of files. The last sentence says what was changed. */
export function remarks(plan: ForgettingPlan, left: readonly LeftPlace[], outcome: Outcome): string[] {
  const { target, changes } = plan;
  const drafts = new Set(
    changes
      .filter(({ path, kind }) => kind === 'draft' || path.endsWith('/draft.yml'))
      .map(({ path }) => dirname(path)),
  );
  const cited =
    target.kind === 'text'
      ? []
      : [...drafts].map((path) => `${path} cites it. Its own text is not changed: reread it, or delete the directory.`);
  const copies =
    isEmptyPlan(plan) || outcome === 'declined'
      ? []
      : [
          'Not searched: sites built with --out, posts whose drafts you deleted, files that chronicle export --json wrote, and copies of the archive, such as backups. Check them yourself. If chronicle dev is running, restart it.',
        ];
  const sentences = [...formatLeftPlaces(left, target.kind), ...cited, ...copies, conclusion(plan, outcome)];
  return sentences.filter((sentence) => sentence !== '');
}

/** What the owner should know before answering. */
export function warnings(plan: ForgettingPlan): string[] {
  return [...noMatch(plan), ...partOfWords(plan), ...noUndo(plan)];
}

function noUndo({ backups }: ForgettingPlan): string[] {
  if (backups.length === 0) return [];
  const [changes, their] = [counted(backups.length, 'memory change'), backups.length === 1 ? 'its' : 'their'];
  return [`${changes} can no longer be undone, as ${their} backup is deleted. The memory files are not changed.`];
}

function noMatch({ isFound, derived, unread }: ForgettingPlan): string[] {
  if (isFound) return [];
  const where = unread.length > 0 ? 'any file that could be read' : 'anything chronicle can delete';
  return [
    `No match in ${where}. It never changes field names, dates, ids or the names of project directories in its files.`,
    ...(derived.length > 0
      ? ['Caches and the built site are deleted all the same: a search cannot find every form of a text in them.']
      : []),
  ];
}

/** A secret may be part of a longer word, and so may a text that means something else. */
function partOfWords({ target, match, changes }: ForgettingPlan): string[] {
  if (target.kind !== 'text') return [];
  const parts = changes.reduce((count, { before }) => count + match.text.partsOfWords(before), 0);
  if (parts === 0) return [];
  const matches = changes.reduce((count, { before }) => count + match.text.offsets(before).length, 0);
  return [`${parts} of ${counted(matches, 'match', 'matches')} ${parts === 1 ? 'is' : 'are'} part of a longer word.`];
}

function conclusion(plan: ForgettingPlan, outcome: Outcome): string {
  if (outcome === 'declined') return 'Nothing was changed.';
  const fix = 'Some copies may remain. Fix the errors above and run the command again.';
  if (outcome === 'not asked') {
    if (plan.unread.length > 0) return `Nothing was changed. ${fix}`;
    return isEmptyPlan(plan) ? '' : 'Dry run: nothing was changed.';
  }
  if (failuresOf(plan, outcome).length > 0) return `${summary(plan, outcome)} ${fix}`;
  if (plan.isFound) return `Forgotten. ${summary(plan, outcome)}`;
  return plan.derived.length === 0
    ? 'Deleted files left behind by interrupted processes.'
    : 'Deleted the caches and the site. Run chronicle build to rebuild them.';
}

/** `Files: 2 changed, 1 renamed, 3 deleted.` */
function summary(plan: ForgettingPlan, outcome: Outcome): string {
  const { changed, deleted, renames, renamedChronicles } = doneOf(plan, outcome);
  const counts = {
    changed: changed.filter(({ before, after }) => before !== after).length,
    renamed: renames.length + renamedChronicles,
    deleted: deleted.length,
  };
  const parts = Object.entries(counts).flatMap(([done, count]) => (count > 0 ? [`${count} ${done}`] : []));
  return parts.length === 0 ? 'Nothing was changed.' : `Files: ${parts.join(', ')}.`;
}

/** The part of a plan that was carried out; all of it if it has not been run. */
function doneOf({ changes, backups, renames, derived, leftovers }: ForgettingPlan, outcome: Outcome) {
  const isIn = (set: 'changed' | 'renamed', path: string) => typeof outcome !== 'object' || outcome[set].has(path);
  const gone = [...changes.filter(({ after }) => after === null), ...backups].map(({ path }) => path);
  return {
    changed: changes.filter(({ path, after, isRenamed }) => {
      const isDone = isIn('changed', path) || (isRenamed && isIn('renamed', path));
      return after !== null && isDone;
    }),
    deleted: [...gone, ...derived, ...leftovers].filter((path) => isIn('changed', path)),
    renames: renames.filter(({ from }) => isIn('renamed', from)),
    renamedChronicles: changes.filter(({ path, isRenamed }) => isRenamed && isIn('renamed', path)).length,
  };
}

function verbOf({ after, isRenamed }: FileChange): Text {
  if (after === null) return DELETE;
  return isRenamed ? 'rename' : 'change';
}

function lineCount(change: FileChange): string {
  const lines = changedLines(change);
  return change.after === null || lines === 0 ? '' : ` (${counted(lines, 'line')})`;
}

function changedLines(change: FileChange): number {
  const { before, after } = change;
  if (after === null || before === after) return 0;
  return differenceOf(change)
    .split('\n')
    .filter((line) => /^-(?!--)/.test(line)).length;
}

function differenceOf({ path, before, after }: FileChange): string {
  return unifiedDiff(path.replace(/^\//, ''), textOf(before), after === null ? null : textOf(after));
}
