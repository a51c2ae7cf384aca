/** What `chronicle forget` shows before it asks, and says afterwards. */
import { basename, dirname } from 'node:path';
import { diffText } from '../terminal/print.ts';
import { dim, joined, line, red, type Text } from '../terminal/text.ts';
import { asText } from '#src/lib/latin1.ts';
import { counted } from '#src/lib/text/day.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { type FileChange, type Forgetting, type ForgettingPlan, isEmptyPlan } from '#src/setup/forget/forget.ts';
import type { LeftPlace } from '#src/setup/forget/left-places.ts';

/** What became of a plan: `not asked` for a dry run, or if there is nothing to do. */
export type Outcome = Forgetting | 'declined' | 'not asked';

const DELETE = red('delete');
/** The rest is only in --json. */
const MOST_PLACES = 30;

const ADVICE: Record<LeftPlace['kind'], string> = {
  transcript:
    "Claude Code's transcripts, which it deletes by age (cleanupPeriodDays). To delete one now, use rm. Once something is forgotten, chronicle does not read them again, so it cannot come back from them",
  history: "Claude Code's prompt history. Delete the lines in an editor while Claude Code is not running",
  memory: "Claude Code's memory, which its sessions read. Change it in an editor, or with chronicle memory propose",
  named: 'directories that Claude Code names after the path of a project, where it looks for transcripts and memory',
  root: 'archives that your settings name (roots), which chronicle only reads. Run the command on the machine that each belongs to',
  post: 'exported posts, with their pictures. Change them there, or export them again to the same place',
  observations:
    'files that chronicle export --to observations writes. Run it again in those projects; git keeps earlier versions',
  format:
    "field names, dates, ids and the names of project directories in chronicle's own files, which it never changes",
  unread: 'unreadable files, which may contain it. Make them readable and run the command again',
  other: 'other files and your settings. Change them in an editor',
};

/** The diff of each file, for the owner's eyes: it contains the text to forget. */
export function formatLines({ changes }: ForgettingPlan): Text {
  const diffs = changes.map(differenceOf).filter((diff) => diff !== '');
  return joined(diffs.map(diffText), '\n\n');
}

/** The files that change, get a new name or are deleted, one a line. */
export function formatFiles({ changes, renames, derived }: ForgettingPlan): Text {
  return joined([
    ...changes.map((change) => {
      const lines = changedLines(change);
      const count = lines === 0 ? '' : dim(` (${counted(lines, 'line')})`);
      return line`${change.after === null ? DELETE : 'change'}  ${change.path}${count}`;
    }),
    ...renames.flatMap((rename) => [...rename].map(([from, to]) => line`rename  ${from} to ${basename(to)}`)),
    ...derivedFiles(derived),
  ]);
}

/** Files that are made again: one line for each directory that has several of them. */
function derivedFiles(derived: readonly string[]): Text[] {
  return [...Map.groupBy(derived, dirname)].flatMap(([directory, paths]) =>
    paths.length > 3
      ? [line`${DELETE}  ${directory}/${dim(` (${paths.length} derived files)`)}`]
      : paths.map((path) => line`${DELETE}  ${path}`),
  );
}

/** The same as JSON: what would change or, once the plan was carried out, what did. */
export function forgettingEntry(plan: ForgettingPlan, left: readonly LeftPlace[], outcome: Outcome) {
  const { kind } = plan.target;
  const { changed, deleted, renamed } = doneOf(plan, outcome);
  const failures = failuresOf(plan, outcome);
  return {
    target: { kind, ...(kind === 'session' && { session: plan.target.session }) },
    forgotten: typeof outcome === 'object' && failures.length === 0,
    changed: changed.map((change) => ({ path: change.path, lines: changedLines(change) })),
    removed: deleted,
    renamed: renamed.flatMap((rename) => [...rename].map(([from, to]) => ({ from, to }))),
    left,
    failures,
  };
}

/** A sentence for each file that could not be read or changed. */
export function failuresOf({ unread }: ForgettingPlan, outcome: Outcome): string[] {
  return [...unread, ...(typeof outcome === 'object' ? outcome.failures : [])];
}

/** What the owner should know before answering. */
export function warnings({ isFound, derived, unread, target, changes }: ForgettingPlan): string[] {
  if (target.kind === 'empty') return isFound ? [] : ['No empty sessions older than a day.'];
  const where = unread.length > 0 ? 'any file that could be read' : 'anything chronicle can change';
  const backups = changes.filter(({ kind }) => kind === 'backup').length;
  const sentences = [
    !isFound &&
      `No match in ${where}. It never changes field names, dates, ids or the names of project directories in its files.`,
    !isFound &&
      derived.length > 0 &&
      'Caches, the search index and the built site are deleted all the same: a search cannot find every form of a text in them.',
    backups > 0 &&
      `${counted(backups, 'memory change')} can no longer be undone, as ${backups === 1 ? 'its' : 'their'} backup is deleted. The memory files are not changed.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** What to tell the owner besides the failures and the list of files. The last sentence says what was changed. */
export function remarks(plan: ForgettingPlan, left: readonly LeftPlace[], outcome: Outcome): string[] {
  const { target, changes } = plan;
  const drafts = target.kind === 'session' ? changes.filter(({ kind }) => kind === 'draft') : [];
  const isDone = !isEmptyPlan(plan) && outcome !== 'declined' && target.kind !== 'empty';
  const sentences = [
    ...placesLeft(left),
    ...drafts.map(({ path }) => `${path} cites it. Its own text is not changed: reread it, or delete it.`),
    isDone
      ? 'Not searched: sites built with --out, posts whose drafts you deleted, pictures, files that chronicle export --json wrote, and copies of the archive, such as backups. Check them yourself. If chronicle dev is running, restart it.'
      : '',
    conclusion(plan, outcome),
  ];
  return sentences.filter((sentence) => sentence !== '');
}

/** Where else it is: a sentence for each kind of place, and a line for each place. */
function placesLeft(left: readonly LeftPlace[]): string[] {
  return [...Map.groupBy(left, ({ kind }) => kind)].flatMap(([kind, places]) => {
    const listed = places.slice(0, MOST_PLACES).map(({ path, line: first, lines }) => {
      const more = lines > 1 ? ` and ${counted(lines - 1, 'more line')}` : '';
      return `  ${path}${first === null ? '' : `:${first}`}${more}`;
    });
    const rest = places.length - listed.length;
    const others = rest > 0 ? [`  and ${counted(rest, 'more file')}; --json lists all`] : [];
    return [`Not touched: ${ADVICE[kind]}.`, ...listed, ...others];
  });
}

function conclusion(plan: ForgettingPlan, outcome: Outcome): string {
  if (outcome === 'declined') return 'Nothing was changed.';
  const fix = 'Some copies may remain. Fix the errors above and run the command again.';
  if (outcome === 'not asked') {
    if (plan.unread.length > 0) return `Nothing was changed. ${fix}`;
    return isEmptyPlan(plan) ? '' : 'Dry run: nothing was changed.';
  }
  const { changed, deleted, renamed } = doneOf(plan, outcome);
  const counts = { changed: changed.length, renamed: renamed.length, deleted: deleted.length };
  const parts = Object.entries(counts).flatMap(([done, count]) => (count > 0 ? [`${count} ${done}`] : []));
  const summary = parts.length === 0 ? 'Nothing was changed.' : `Files: ${parts.join(', ')}.`;
  if (failuresOf(plan, outcome).length > 0) return `${summary} ${fix}`;
  return plan.isFound ? `Forgotten. ${summary}` : `${summary} Run chronicle build to make the site again.`;
}

/** The part of a plan that was carried out; all of it if it has not been run. */
function doneOf({ changes, renames, derived }: ForgettingPlan, outcome: Outcome) {
  const isDone = (path: string) => typeof outcome !== 'object' || outcome.done.has(path);
  const gone = changes.filter(({ after }) => after === null).map(({ path }) => path);
  return {
    changed: changes.filter(({ path, after }) => after !== null && isDone(path)),
    deleted: [...gone, ...derived].filter(isDone),
    renamed: renames.filter((rename) => isDone([...rename.keys()].at(-1) ?? '')),
  };
}

function changedLines(change: FileChange): number {
  if (change.after === null) return 0;
  return differenceOf(change)
    .split('\n')
    .filter((each) => /^-(?!--)/.test(each)).length;
}

function differenceOf({ path, before, after }: FileChange): string {
  return unifiedDiff(path.replace(/^\//, ''), asText(before), after === null ? null : asText(after));
}
