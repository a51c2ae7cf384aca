import { dirname } from 'node:path';
import { type InstallEntry, withEntry } from '#src/setup/record.ts';
import { sweepWorkDirectory } from '#src/lib/lock.ts';
import type { World } from '../lib/world.ts';
import { writeApp } from './app-copy.ts';
import type { FileChange } from './file-change.ts';
import { changeForeign } from '../lib/foreign-file.ts';
import { withInstallLock } from './install-lock.ts';
import { type Modes, makeMissing } from './made-directories.ts';
import { sweepTemporaries } from '../lib/old-temporaries.ts';
import type { PackageFiles } from './package-files.ts';
import { handledBy, type InitOptions, type InitPlan, planInit } from './plan-init.ts';
import { changeRecord, writeBackup } from './record-file.ts';
import { removeSkill, writeSkill } from './skill-copy.ts';

/**
 * Runs an init that a person agreed to. It is planned again, because another init or uninstall may have run since; returns
 * that plan. Refuses (CHRONICLE_BUSY) while one is running.
 */
export function runInit(world: World, source: PackageFiles, options: InitOptions, shown: InitPlan): InitPlan {
  return withInstallLock(shown.layout, () => {
    const plan = planInit(world, source, options);
    // The lock itself has created some of these.
    plan.entry.made = [...new Set([...shown.entry.made, ...plan.entry.made])];
    sweepAfterInit(plan, world);
    applyInit(plan);
    return plan;
  });
}

/** Deletes what a killed init or uninstall left next to the files of a plan. */
export function sweepAfterInit(plan: InitPlan, world: World): void {
  sweepTemporaries(handledBy(plan), world.now());
  sweepWorkDirectory(plan.layout.state);
}

/**
 * Carries out a plan. Everything needed to undo it is on disk before the first file of others is changed, and the settings
 * come last, so that no hook runs before the rest is in place.
 */
export function applyInit(plan: InitPlan): void {
  const { layout, app, skills, drops, skillRemovals, keeps, entry } = plan;
  const modes = modesFor(entry);
  writeApp(layout, app);
  for (const text of keeps) writeBackup(layout, text);
  // Before the record that no longer lists them.
  for (const change of drops) make(change, modes);
  for (const removal of skillRemovals) removeSkill(removal);
  // If someone saves a file before it is changed here, the digest does not match, and an uninstall removes only our part.
  changeRecord(layout, (entries) => withEntry(entries, entry));
  for (const skill of skills) writeSkill(skill, modes);
  const { layersChange } = plan;
  if (layersChange) {
    if (layersChange.before !== null) writeBackup(layout, layersChange.before);
    make(layersChange, { file: 0o600, directory: 0o700 });
  }
  for (const change of [plan.contract, plan.import, plan.settings]) if (change) make(change, modes);
}

function make({ path, edit, after }: Omit<FileChange, 'part'>, modes: Modes): void {
  if (after !== null) makeMissing(dirname(path), modes);
  changeForeign(path, edit, modes.file);
}

/** Files in a project get the user's default modes. */
function modesFor({ root }: InstallEntry): Modes {
  if (root === null) return { file: 0o600, directory: 0o700 };
  const mask = process.umask();
  return { file: 0o666 & ~mask, directory: 0o777 & ~mask };
}
