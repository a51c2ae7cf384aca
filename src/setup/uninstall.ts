/** `chronicle uninstall`: takes out what `chronicle init` added, and with a purge everything that was recorded. */
import { existsSync, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { chronicleNames, projectsIn, type ProjectPlace } from '#src/format/projects.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { changeForeign, deleteTemporaries } from '#src/lib/foreign-file.ts';
import { isThere } from '#src/lib/is-there.ts';
import { deleteLeftovers } from '#src/lib/lock.ts';
import { type Paths, settingsPath, workPath } from '#src/lib/paths.ts';
import { type FileChange, isNothing, mayHoldPart, removal } from './file-change.ts';
import { skillPath } from './install.ts';
import {
  type FileRecord,
  type InstallEntry,
  type Part,
  backupDirectory,
  changeRecord,
  missingAbove,
  readRecord,
  removeIfEmpty,
  removeOwn,
  withInstallLock,
} from './install-record.ts';
import { filesBelow, SKILLS, skillFiles } from './package-copy.ts';

/** What `chronicle uninstall` would remove. */
export interface UninstallPlan {
  paths: Paths;
  changes: FileChange[];
  /** Every file that was checked, existing or not. */
  handled: string[];
  /** Directories that init created, outermost first; deleted if they are empty. */
  made: string[];
  /** What is not needed any more: the copy, `install.json`, the backups. */
  copies: string[];
  /** The settings files whose entries in `install.json` are deleted. */
  taken: string[];
  remarks: string[];
  /** What cannot be removed and why. */
  faults: string[];
}

/**
 * Plans `chronicle uninstall` for everything (`root` null) or for one project; writes nothing. Without `install.json` it
 * recognises what is ours. `packageRoot` is that of this program.
 */
export function planUninstall(paths: Paths, packageRoot: string, root: string | null): UninstallPlan {
  const entries = readRecord(paths);
  const ours = (entries ?? []).filter((entry) => root === null || entry.root === root);
  const plan: UninstallPlan = {
    paths,
    ...{ changes: [], handled: [], copies: [], faults: [] },
    made: [...new Set(ours.flatMap(({ made }) => made))],
    taken: ours.map(({ settings }) => settings),
    remarks: [
      ...(entries ? [] : [`${paths.install} is damaged, so only the usual places are checked.`]),
      ...movedRemarks(ours),
    ],
  };
  for (const file of ours.flatMap(({ files }) => files)) addFile(plan, file.part, file.path, file);
  for (const isShared of [false, true]) addFile(plan, 'settings', settingsPath(paths, root, isShared), null);
  // If there is an entry, a contract that it does not list was added by someone else.
  if (!ours.some((entry) => entry.root === root)) addUnrecorded(plan, packageRoot, root);
  const isLast =
    ours.length === (entries?.length ?? 0) &&
    (root === null || !mayHoldPart('settings', settingsPath(paths, null, false)));
  if (isLast && plan.faults.length === 0)
    plan.copies = [paths.app, paths.install, backupDirectory(paths)].filter((path) => existsSync(path));
  return plan;
}

/** Whether there is nothing to remove. */
export function isClean({ changes, copies, faults }: UninstallPlan): boolean {
  return changes.length + copies.length + faults.length === 0;
}

/** Adds a file, if it contains our part. Without a record, an unreadable file is a fault only if it seems to contain it. */
function addFile(plan: UninstallPlan, part: Part, path: string, record: FileRecord | null): void {
  if (plan.handled.includes(path)) return;
  plan.handled.push(path);
  try {
    const change = removal(part, path, record);
    if (change.before === change.after) {
      if (part === 'skill' && change.before !== null)
        plan.remarks.push(`${path} was changed since chronicle init wrote it, so it stays.`);
      return;
    }
    plan.changes.push(change);
    if (change.after !== null && change.before !== '' && isNothing(change.after))
      plan.remarks.push(`${path} will be empty. It stays, because there is no record that chronicle init created it.`);
  } catch (error) {
    if (record !== null || mayHoldPart(part, path)) plan.faults.push(sentenceOf(error));
  }
}

/** Finds the contract and the files of skills in the usual places. A file of a skill that is not this package's stays. */
function addUnrecorded(plan: UninstallPlan, packageRoot: string, root: string | null): void {
  const { config } = plan.paths;
  for (const name of root === null ? ['CLAUDE.md'] : ['AGENTS.md', 'CLAUDE.md'])
    addFile(plan, 'contract', `${root ?? config}/${name}`, null);
  for (const { name: skill } of SKILLS) {
    const directory = skillPath(config, root, skill);
    for (const [name, bytes] of skillFiles(packageRoot, skill)) {
      const path = `${directory}/${name}`;
      addFile(plan, 'skill', path, { part: 'skill', path, before: null, after: sha256Of(bytes), backup: null });
      plan.made.push(dirname(path));
    }
    plan.made.push(directory);
  }
}

/** Projects that were moved or deleted. */
function movedRemarks(entries: readonly InstallEntry[]): string[] {
  const roots = new Set(entries.flatMap(({ root }) => (root === null || existsSync(root) ? [] : [root])));
  return [...roots].map(
    (root) => `${root} does not exist any more. If you moved the project, run chronicle uninstall --project in it.`,
  );
}

/** What a person agreed to. */
interface Agreed {
  root: string | null;
  plan: UninstallPlan;
  /** What was recorded, if that is to be deleted too. */
  purge: OwnPlaces | null;
}

/**
 * Runs an uninstall that a person agreed to. It is planned again, because another init or uninstall may have run since.
 * Refuses before any change while one is running (CHRONICLE_BUSY), or if there is more to remove now (CHRONICLE_CHANGED).
 */
export function runUninstall(packageRoot: string, { root, plan: shown, purge }: Agreed): void {
  const { paths } = shown;
  const made = [...shown.made, ...missingAbove(paths.state)];
  try {
    withInstallLock(paths, () => {
      const plan = planUninstall(paths, packageRoot, root);
      if (plan.taken.some((path) => !shown.taken.includes(path)) || plan.faults.length > shown.faults.length)
        throw new ChronicleError(
          'CHRONICLE_CHANGED',
          'The installation changed since this was shown. Run this again. Nothing was changed.',
        );
      cleanUp(plan);
      applyUninstall(plan);
      if (purge && plan.faults.length === 0) removePlaces(paths, purge);
    });
  } finally {
    removeEmptied(paths, made);
  }
}

/** Deletes what a killed init or uninstall left next to the files of a plan, and our directory if it is empty. */
export function cleanUpAfterUninstall(plan: UninstallPlan): void {
  cleanUp(plan);
  removeEmptied(plan.paths, plan.made);
}

function cleanUp({ handled, paths }: UninstallPlan): void {
  deleteTemporaries([...handled, paths.install]);
  deleteLeftovers(paths.state);
}

/** Deletes our directory, and those that init created around it, if they are empty. */
function removeEmptied({ state }: Pick<Paths, 'state'>, made: readonly string[]): void {
  const innerFirst = made.toSorted((a, b) => b.length - a.length);
  for (const directory of [workPath(state), state, ...innerFirst]) removeIfEmpty(directory);
}

/**
 * Carries out a plan. Hooks are removed from the settings first, their programs last. If something could not be removed, or
 * another init needs them, the copy and `install.json` stay.
 */
export function applyUninstall({ paths, changes, made, copies, taken, faults }: UninstallPlan): void {
  const settingsFirst = changes.toSorted((a, b) => Number(b.part === 'settings') - Number(a.part === 'settings'));
  for (const { path, edit } of settingsFirst) changeForeign(path, edit, 0o600);
  removeEmptied(paths, made);
  if (faults.length > 0) return;
  const left =
    taken.length === 0 ? [] : changeRecord(paths, (all) => all.filter(({ settings }) => !taken.includes(settings)));
  if (left.length > 0) return;
  for (const path of copies) removeOwn(path, paths);
  removeEmptied(paths, made);
}

/** Everything of ours below Claude Code's directory. */
export interface OwnPlaces {
  /** The chronicle directories of projects, and how many chronicles each has. */
  chronicles: { path: string; count: number }[];
  /** Our own directory; null if there is none. */
  state: string | null;
  drafts: number;
  /** Links in place of our directories. Neither they nor their targets are touched. */
  links: string[];
}

/** Finds everything of ours. Reads only names. */
export function ownPlaces(paths: Paths): OwnPlaces {
  const isReal = ({ path, chronicle }: ProjectPlace) =>
    [paths.projects, path, chronicle].every((each) => lstatSync(each, { throwIfNoEntry: false })?.isDirectory());
  const present = projectsIn(paths.projects).filter(({ chronicle }) => isThere(chronicle));
  const links = present.filter((place) => !isReal(place)).map(({ chronicle }) => chronicle);
  const state = lstatSync(paths.state, { throwIfNoEntry: false });
  return {
    chronicles: present.filter(isReal).map(({ chronicle: path }) => ({ path, count: chronicleNames(path).length })),
    state: state?.isDirectory() ? paths.state : null,
    drafts: filesBelow(paths.drafts).filter((name) => /^[^/]+(?:\/draft\.mdx|\.md)$/.test(name)).length,
    links: state && !state.isDirectory() ? [...links, paths.state] : links,
  };
}

/** Deletes all of it, and project directories that are empty then. Does not follow links. */
export function removePlaces(paths: Paths, { chronicles, state }: OwnPlaces): void {
  for (const path of [...chronicles.map((each) => each.path), ...(state === null ? [] : [state])])
    removeOwn(path, paths);
  for (const { path } of chronicles) removeIfEmpty(dirname(path));
}
