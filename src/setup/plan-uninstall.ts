import { existsSync } from 'node:fs';
import type { FileRecord, InstallEntry, SkillRecord } from '#src/setup/record.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { settingsPath } from '#src/lib/paths.ts';
import { type FileChange, holdsPart, isNothing, mayHoldPart, type Part, removal } from './file-change.ts';
import type { PackageFiles } from './package-files.ts';
import { backupDirectory, readSoundRecord } from './record-file.ts';
import { recordedFiles, type SkillRemoval, skillRemoval, skillsAsPackaged } from './skill-copy.ts';

/** What `chronicle uninstall` would remove. */
export interface UninstallPlan extends Pick<OwnParts, 'changes' | 'skills' | 'handled' | 'remarks' | 'faults'> {
  layout: Layout;
  /** Directories that init created, outermost first; deleted if they are empty. */
  made: string[];
  /** What is not needed any more: the copy, `install.json`, the backups. */
  copies: string[];
  /** The settings files whose entries in `install.json` are deleted. */
  taken: string[];
}

/**
 * Plans `chronicle uninstall` for everything (`root` null) or for one project; writes nothing. Without `install.json` it
 * recognises what is ours.
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

/** Whether there is nothing to remove. */
export function isClean({ changes, skills, copies, faults }: UninstallPlan): boolean {
  return changes.length + skills.length + copies.length + faults.length === 0;
}

/** Finds what is ours in the usual places but not in `install.json`. */
function addUnrecorded(
  parts: OwnParts,
  layout: Layout,
  source: Pick<PackageFiles, 'root'>,
  root: string | null,
  recorded: readonly InstallEntry[],
): void {
  for (const isShared of [false, true]) parts.addFile('settings', settingsPath(layout, root, isShared), null);
  // If there is an entry, a contract that it does not list was added by someone else.
  if (recorded.some((entry) => entry.root === root)) return;
  const names = root === null ? ['CLAUDE.md'] : ['AGENTS.md', 'CLAUDE.md'];
  for (const name of names) parts.addFile('contract', `${root ?? layout.config}/${name}`, null);
  for (const skill of skillsAsPackaged(layout, root, source)) parts.addSkill(skill);
}

function brokenRemark({ install }: Layout): string {
  return `${install} is damaged, so only the usual places are checked.`;
}

/** Projects that were moved or deleted. */
function movedRemarks(entries: readonly InstallEntry[]): string[] {
  const roots = new Set(entries.flatMap(({ root }) => (root === null || existsSync(root) ? [] : [root])));
  return [...roots].map(
    (root) =>
      `${root} does not exist any more. If you moved the project, run chronicle uninstall --project DIR with its new path.`,
  );
}

/** Collects what to remove from files of others, each file once. Writes nothing. */
class OwnParts {
  readonly changes: FileChange[] = [];
  readonly skills: SkillRemoval[] = [];
  /** Every file that was checked, existing or not. */
  readonly handled: string[] = [];
  readonly remarks: string[] = [];
  /** What cannot be removed and why. */
  readonly faults: string[] = [];
  readonly #seen = new Set<string>();

  /** Everything that an init added. */
  addEntry({ settings, contract, import: imported, skills }: InstallEntry): void {
    this.addFile('settings', settings.path, settings);
    if (contract) this.addFile('contract', contract.path, contract);
    if (imported) this.addFile('import', imported.path, imported);
    for (const skill of skills) this.addSkill(skill);
  }

  /** A file, if it contains our part. Without a record, an unreadable file is a fault only if it seems to contain it. */
  addFile(part: Part, path: string, record: FileRecord | null): void {
    if (this.#isSeen(path)) return;
    this.handled.push(path);
    try {
      if (record === null && !holdsPart(part, path)) return;
      const change = removal(part, path, record);
      if (change.before === change.after) return;
      this.changes.push(change);
      if (change.after !== null && change.before !== '' && isNothing(change.after))
        this.remarks.push(
          `${path} will be empty. It stays, because there is no record that chronicle init created it.`,
        );
    } catch (error) {
      if (record !== null || mayHoldPart(part, path)) this.faults.push(sentenceOf(error));
    }
  }

  addSkill(skill: SkillRecord): void {
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
