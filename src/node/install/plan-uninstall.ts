import { existsSync } from 'node:fs';
import type { FileRecord, InstallEntry } from '#src/install/record.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { settingsPath } from '#src/project/paths.ts';
import { type FileChange, holdsPart, isNothing, mayHoldPart, type Part, removal } from './file-change.ts';
import type { PackageFiles } from './package-files.ts';
import { backupDirectory, readSoundRecord } from './record-file.ts';
import { recordedFiles, type SkillRemoval, skillAsPackaged, skillPath, skillRemoval } from './skill-copy.ts';

/** All that `chronicle uninstall` would take out. */
export interface UninstallPlan extends Pick<OwnParts, 'changes' | 'skills' | 'handled' | 'remarks' | 'faults'> {
  layout: Layout;
  /** Directories that init made, outermost first: they go if they are empty. */
  made: string[];
  /** What else of ours is not needed any more: the copy, the record, the backups. */
  copies: string[];
  /** The settings files whose entries in `install.json` go. */
  taken: string[];
}

/**
 * Works out what `chronicle uninstall` would take out: of everything (`root` null), or of one project. Works without a
 * record, by recognising what is ours; writes nothing.
 */
export function planUninstall(layout: Layout, source: Pick<PackageFiles, 'root'>, root: string | null): UninstallPlan {
  const entries = readSoundRecord(layout);
  const ours = (entries ?? []).filter((entry) => root === null || entry.root === root);
  const parts = new OwnParts();
  for (const entry of ours) parts.addEntry(entry);
  addUnrecorded(parts, layout, source, root, ours);
  const { changes, skills, handled, remarks, faults } = parts;
  const isLast =
    ours.length === (entries?.length ?? 0) &&
    (root === null || !mayHoldPart('settings', settingsPath(layout, null, false)));
  const copies = [layout.app, layout.install, backupDirectory(layout)].filter((path) => existsSync(path));
  return {
    layout,
    changes,
    skills,
    handled,
    remarks: [...(entries ? [] : [brokenRemark(layout)]), ...movedRemarks(ours), ...remarks],
    faults,
    made: [...new Set(ours.flatMap(({ made }) => made))],
    copies: isLast && faults.length === 0 ? copies : [],
    taken: ours.map(({ settings }) => settings.path),
  };
}

/** Whether there is nothing of ours to take out. */
export function isClean({ changes, skills, copies, faults }: UninstallPlan): boolean {
  return changes.length + skills.length + copies.length + faults.length === 0;
}

/** What is ours in the usual places and in no record. */
function addUnrecorded(
  parts: OwnParts,
  layout: Layout,
  source: Pick<PackageFiles, 'root'>,
  root: string | null,
  recorded: readonly InstallEntry[],
): void {
  for (const isShared of [false, true]) parts.addFile('settings', settingsPath(layout, root, isShared), null);
  // With a record, a section that is not in it is somebody else's wish.
  if (recorded.some((entry) => entry.root === root)) return;
  const names = root === null ? ['CLAUDE.md'] : ['AGENTS.md', 'CLAUDE.md'];
  for (const name of names) parts.addFile('contract', `${root ?? layout.config}/${name}`, null);
  const skill = skillAsPackaged(skillPath(layout, root), source);
  if (skill) parts.addSkill(skill);
}

function brokenRemark({ install }: Layout): string {
  return `${install} is not what chronicle init wrote. Only what lies in the usual places is found.`;
}

/** What cannot be found, as it is not where it was. */
function movedRemarks(entries: readonly InstallEntry[]): string[] {
  const roots = new Set(entries.flatMap(({ root }) => (root === null || existsSync(root) ? [] : [root])));
  return [...roots].map(
    (root) =>
      `${root} is not there any more. If the project was moved, what chronicle init wrote goes with chronicle uninstall --project DIR, where DIR is its new place.`,
  );
}

/** Collects what of ours is to go from the files of others, each file once. Writes nothing. */
class OwnParts {
  readonly changes: FileChange[] = [];
  readonly skills: SkillRemoval[] = [];
  /** Every file that was looked at, there or not. */
  readonly handled: string[] = [];
  readonly remarks: string[] = [];
  /** What could not be taken out and why. */
  readonly faults: string[] = [];
  readonly #seen = new Set<string>();

  /** All that an init put in. */
  addEntry({ settings, contract, import: imported, skill }: InstallEntry): void {
    this.addFile('settings', settings.path, settings);
    if (contract) this.addFile('contract', contract.path, contract);
    if (imported) this.addFile('import', imported.path, imported);
    if (skill) this.addSkill(skill);
  }

  /** A file, if our part is in it. Without a record, one that cannot be read is a fault only if it may be. */
  addFile(part: Part, path: string, record: FileRecord | null): void {
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

  addSkill(skill: NonNullable<InstallEntry['skill']>): void {
    if (this.#isSeen(skill.path)) return;
    this.handled.push(...recordedFiles(skill));
    const removed = skillRemoval(skill);
    if (removed.files.length > 0) this.skills.push(removed);
  }

  #isSeen(path: string): boolean {
    const isSeen = this.#seen.has(path);
    this.#seen.add(path);
    return isSeen;
  }
}
