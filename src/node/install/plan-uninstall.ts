import { existsSync, readFileSync } from 'node:fs';
import { mayHoldOwnHook } from '../../install/hook-entries.ts';
import type { FileRecord, InstallEntry } from '../../install/record.ts';
import { mayHoldSection } from '../../install/section.ts';
import type { Layout } from '../../project/paths.ts';
import { sentenceOf } from '../chronicle-error.ts';
import { type FileChange, holdsPart, isNothing, type Part, removal } from './file-change.ts';
import { filesBelow } from './files-below.ts';
import type { PackageFiles } from './package-files.ts';
import { settingsPath, skillPath } from './plan-init.ts';
import { backupDirectory, readSoundRecord } from './record-file.ts';
import { ownSkillFiles, skillAsPackaged } from './skill-copy.ts';

/** What of a skill goes, and what of it stays. */
export interface SkillRemoval {
  path: string;
  files: string[];
  kept: string[];
}

/** All that `chronicle uninstall` would take out. */
export interface UninstallPlan {
  layout: Layout;
  changes: FileChange[];
  skills: SkillRemoval[];
  /** Directories that init made, outermost first: they go if they are empty. */
  made: string[];
  /** What else of ours is not needed any more: the copy, the record, the backups. */
  copies: string[];
  /** What `install.json` says afterwards; null if it goes. */
  left: InstallEntry[] | null;
  /** Every file that was looked at for ours, there or not. */
  handled: string[];
  remarks: string[];
  /** What could not be taken out and why. */
  faults: string[];
}

/**
 * Works out what `chronicle uninstall` would take out: of everything (`root` null), or of one project. Works without a
 * record, by recognising what is ours; writes nothing.
 */
export function planUninstall(layout: Layout, source: Pick<PackageFiles, 'root'>, root: string | null): UninstallPlan {
  const { entries, remarks } = recorded(layout);
  const ours = entries.filter((entry) => root === null || entry.root === root);
  const left = entries.filter((entry) => !ours.includes(entry));
  const search = new Search();
  for (const entry of ours) search.addEntry(entry);
  search.addFound(layout, source, root, ours);
  const isLast =
    left.length === 0 &&
    (root === null || !holdsOurs('settings', settingsPath(layout, { root: null, isShared: false })));
  const copies = [layout.app, layout.install, backupDirectory(layout)].filter((path) => existsSync(path));
  return {
    layout,
    changes: search.changes,
    skills: search.skills,
    made: [...new Set(ours.flatMap(({ made }) => made))],
    copies: isLast && search.faults.length === 0 ? copies : [],
    left: isLast ? null : left,
    handled: search.handled,
    remarks: [...remarks, ...movedRemarks(ours), ...search.remarks],
    faults: search.faults,
  };
}

/** Whether there is nothing of ours to take out. */
export function isClean({ changes, skills, copies, faults }: UninstallPlan): boolean {
  return changes.length + skills.length + copies.length + faults.length === 0;
}

/** Collects what goes, each file once. */
class Search {
  readonly changes: FileChange[] = [];
  readonly skills: SkillRemoval[] = [];
  readonly handled: string[] = [];
  readonly remarks: string[] = [];
  readonly faults: string[] = [];
  readonly #seen = new Set<string>();

  addEntry({ settings, contract, import: imported, skill }: InstallEntry): void {
    this.#addFile('settings', settings.path, settings);
    if (contract) this.#addFile('contract', contract.path, contract);
    if (imported) this.#addFile('import', imported.path, imported);
    if (skill) this.#addSkill(skill);
  }

  /** What is ours in the usual places and in no record. */
  addFound(
    layout: Layout,
    source: Pick<PackageFiles, 'root'>,
    root: string | null,
    ours: readonly InstallEntry[],
  ): void {
    for (const isShared of [false, true]) this.#addFile('settings', settingsPath(layout, { root, isShared }), null);
    // With a record, a section that is not in it is somebody else's wish.
    if (ours.some((entry) => entry.root === root)) return;
    const names = root === null ? ['CLAUDE.md'] : ['AGENTS.md', 'CLAUDE.md'];
    for (const name of names) this.#addFile('contract', `${root ?? layout.config}/${name}`, null);
    const skill = skillAsPackaged(skillPath(layout, root), source);
    if (skill) this.#addSkill(skill);
  }

  #addFile(part: Part, path: string, record: FileRecord | null): void {
    if (this.#isSeen(path)) return;
    this.handled.push(path);
    try {
      if (record === null && !holdsPart(part, path)) return;
      const change = removal(part, path, record);
      if (change.before === change.after) return;
      this.changes.push(change);
      if (change.after !== null && change.before !== '' && isNothing(change.after))
        this.remarks.push(`${path} will hold nothing. It stays, as no record says that chronicle init made it.`);
    } catch (error) {
      if (record !== null || mayHoldPart(part, path)) this.faults.push(sentenceOf(error));
    }
  }

  #addSkill(skill: NonNullable<InstallEntry['skill']>): void {
    if (this.#isSeen(skill.path)) return;
    const files = ownSkillFiles(skill);
    const kept = filesBelow(skill.path).filter((name) => !files.includes(name));
    this.handled.push(...Object.keys(skill.files).map((name) => `${skill.path}/${name}`));
    if (files.length > 0) this.skills.push({ path: skill.path, files, kept });
  }

  #isSeen(path: string): boolean {
    const isSeen = this.#seen.has(path);
    this.#seen.add(path);
    return isSeen;
  }
}

function recorded(layout: Layout): { entries: InstallEntry[]; remarks: string[] } {
  const entries = readSoundRecord(layout);
  if (entries) return { entries, remarks: [] };
  const words = `${layout.install} is not what chronicle init wrote. Only what lies in the usual places is found.`;
  return { entries: [], remarks: [words] };
}

/** What cannot be found, as it is not where it was. */
function movedRemarks(entries: readonly InstallEntry[]): string[] {
  const roots = new Set(entries.flatMap(({ root }) => (root === null || existsSync(root) ? [] : [root])));
  return [...roots].map(
    (root) =>
      `${root} is not there any more. If the project was moved, what chronicle init wrote goes with chronicle uninstall --project DIR, where DIR is its new place.`,
  );
}

/** Whether a file that cannot be read as text may hold our part. */
function mayHoldPart(part: Part, path: string): boolean {
  try {
    const text = readFileSync(path, 'latin1');
    return part === 'settings' ? mayHoldOwnHook(text) : mayHoldSection(text);
  } catch {
    return false;
  }
}

function holdsOurs(part: Part, path: string): boolean {
  try {
    return holdsPart(part, path);
  } catch {
    return true;
  }
}
