import { existsSync } from 'node:fs';
import type { InstallEntry } from '#src/install/record.ts';
import type { Layout } from '#src/project/paths.ts';
import { mayHoldPart } from './file-change.ts';
import { OwnParts } from './own-parts.ts';
import type { PackageFiles } from './package-files.ts';
import { backupDirectory, readSoundRecord } from './record-file.ts';
import { settingsPath } from './settings-files.ts';
import { skillAsPackaged, skillPath } from './skill-copy.ts';

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
