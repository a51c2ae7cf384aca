import { basename, dirname } from 'node:path';
import { textOf } from '#src/forget/bytes.ts';
import type { FileChange } from '#src/node/forget/file-changes.ts';
import type { LeftPlace } from '#src/node/forget/left-places.ts';
import { type ForgettingPlan, isEmptyPlan } from '#src/node/forget/plan-forgetting.ts';
import { unifiedDiff } from '#src/node/unified-diff.ts';
import { counted } from '#src/text/day.ts';
import { formatLeftPlaces } from './format-left-places.ts';

/** How it went: null if it was only looked at. */
export type Done = { isAgreed: boolean; failures: readonly string[] } | null;

/** What changes in each file, line by line: for the owner's eyes, in a terminal. */
export function formatLines({ changes }: ForgettingPlan): string {
  return changes
    .map((change) => differenceOf(change))
    .filter((lines) => lines !== '')
    .join('\n\n');
}

/** Which files change and which go. */
export function formatFiles({ changes, backups, renames, derived, leftovers }: ForgettingPlan): string {
  const changed = changes.map((change) => `${deedOf(change)}  ${change.path}${lineCount(change)}`);
  const gone = [...backups.map(({ path }) => path), ...derived, ...leftovers].map((path) => `goes     ${path}`);
  const named = renames.map(({ from, to }) => `renamed  ${from} to ${basename(to)}`);
  return [...changed, ...named, ...gone].join('\n');
}

/** Both as JSON. */
export function forgettingEntry(
  { target, changes, backups, renames, derived, leftovers, unread }: ForgettingPlan,
  left: readonly LeftPlace[],
  done: Done,
) {
  const { kind } = target;
  return {
    target:
      kind === 'text'
        ? { kind }
        : { kind, session: target.session, ...(kind === 'event' ? { event: target.event } : {}) },
    forgotten: done?.isAgreed ?? false,
    changed: changes
      .filter(({ after }) => after !== null)
      .map((change) => ({ path: change.path, lines: changedLines(change) })),
    removed: [...changes.filter(({ after }) => after === null), ...backups]
      .map(({ path }) => path)
      .concat(derived, leftovers),
    renamed: renames.map(({ from, to }) => ({ from, to })),
    left,
    failures: [...unread, ...(done?.failures ?? [])],
  };
}

/** What is to be said beside the result. */
export function remarks(plan: ForgettingPlan, left: readonly LeftPlace[], done: Done): string[] {
  const { target, changes } = plan;
  const drafts = new Set(
    changes
      .filter(({ path, kind }) => kind === 'draft' || path.endsWith('/draft.yml'))
      .map(({ path }) => dirname(path)),
  );
  const cited =
    target.kind === 'text'
      ? []
      : [...drafts].map(
          (path) =>
            `${path} cites it. What the draft says in its own words is yours: read it, or remove the directory.`,
        );
  const copies = isEmptyPlan(plan)
    ? []
    : [
        'A site built with --out and posts of drafts that are gone are not known here: look into them. If chronicle dev is running, end it and start it again.',
      ];
  const sayings = [...formatLeftPlaces(left, target.kind), ...cited, ...copies];
  const sentences = [...plan.unread, ...(done?.failures ?? []), ...sayings, outcomeOf(plan, done)];
  return sentences.filter((sentence) => sentence !== '');
}

/** What somebody is to know before they are asked. */
export function warnings(plan: ForgettingPlan): string[] {
  return [...nothing(plan), ...partOfWords(plan), ...noWayBack(plan)];
}

function noWayBack({ backups }: ForgettingPlan): string[] {
  if (backups.length === 0) return [];
  return [
    `${counted(backups.length, 'change')} of memory cannot be undone any more, as the backup goes. The memory file itself stays as it is.`,
  ];
}

function nothing({ isFound, derived, unread }: ForgettingPlan): string[] {
  if (isFound) return [];
  const where = unread.length > 0 ? 'Nothing that could be looked into' : 'Nothing that session-chronicle keeps';
  return [
    `${where} holds this text where it could be forgotten; words of the format, dates and ids are not.`,
    ...(derived.length > 0
      ? ['Caches and the built site cannot be searched for every form of it, so they go all the same.']
      : []),
  ];
}

/** A secret may stand inside a longer word, and so may a text that means something else. */
function partOfWords({ target, match, changes }: ForgettingPlan): string[] {
  if (target.kind !== 'text') return [];
  const parts = changes.reduce((count, { before }) => count + match.text.partsOfWords(before), 0);
  if (parts === 0) return [];
  const places = changes.reduce((count, { before }) => count + match.text.offsets(before).length, 0);
  return [
    `Of ${counted(places, 'place')} in these files, ${parts} ${parts === 1 ? 'is' : 'are'} part of a longer word.`,
  ];
}

function outcomeOf(plan: ForgettingPlan, done: Done): string {
  if (done === null) {
    if (plan.unread.length > 0) return 'It is not forgotten everywhere. Run the command again when that is mended.';
    return isEmptyPlan(plan) ? '' : 'Nothing was written: this is what would go.';
  }
  if (!done.isAgreed) return 'Nothing was written.';
  if (plan.unread.length + done.failures.length > 0)
    return 'It is not forgotten everywhere. Run the command again when that is mended.';
  if (plan.isFound) return 'It is forgotten.';
  return plan.derived.length === 0
    ? 'What killed processes left is removed.'
    : 'They are removed; chronicle build makes them again.';
}

function deedOf({ after, isRenamed }: FileChange): string {
  if (after === null) return 'goes   ';
  return isRenamed ? 'renamed' : 'changes';
}

function lineCount(change: FileChange): string {
  const lines = changedLines(change);
  return change.after === null || lines === 0 ? '' : `: ${counted(lines, 'line')}`;
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
