import { dirname } from 'node:path';
import { type InstallEntry, withEntry } from '#src/install/record.ts';
import type { World } from '../world.ts';
import { writeApp } from './app-copy.ts';
import type { FileChange } from './file-change.ts';
import { changeForeign } from './foreign-file.ts';
import { withInstallLock } from './install-lock.ts';
import { type Modes, makeMissing } from './made-directories.ts';
import { sweepTemporaries, sweepWorkDirectory } from './old-temporaries.ts';
import type { PackageFiles } from './package-files.ts';
import { handledBy, type InitPlan, type InitWish, planInit } from './plan-init.ts';
import { changeRecord, writeBackup } from './record-file.ts';
import { removeSkill, writeSkill } from './skill-copy.ts';

/**
 * Does what a person agreed to, planned anew over what another init or uninstall has left since, and returns that plan.
 * Refuses (CHRONICLE_BUSY) while one is at work.
 */
export function runInit(world: World, source: PackageFiles, wish: InitWish, shown: InitPlan): InitPlan {
  return withInstallLock(shown.layout, () => {
    const plan = planInit(world, source, wish);
    // The lock itself has made some that were not there.
    plan.entry.made = [...new Set([...shown.entry.made, ...plan.entry.made])];
    sweepAfterInit(plan, world);
    applyInit(plan);
    return plan;
  });
}

/** Removes what a killed init or uninstall left beside the files of a plan. */
export function sweepAfterInit(plan: InitPlan, world: World): void {
  sweepTemporaries(handledBy(plan), world.now());
  sweepWorkDirectory(plan.layout.state);
}

/**
 * Does what was planned. What is needed to take it out again is on disk before the first file of others is touched, and the
 * settings come last, so that no hook runs before the rest is there.
 */
export function applyInit(plan: InitPlan): void {
  const { layout, app, skill, drops, skillRemoval, keeps, entry } = plan;
  const modes = modesFor(entry);
  writeApp(layout, app);
  for (const text of keeps) writeBackup(layout, text);
  // Before the record that does not name it any more.
  for (const change of drops) make(change, modes);
  if (skillRemoval) removeSkill(skillRemoval);
  // Should somebody save a file before it is changed here, it is not what this says, and only ours is taken out of it later.
  changeRecord(layout, (entries) => withEntry(entries, entry));
  if (skill) writeSkill(skill, modes);
  for (const change of [plan.contract, plan.import, plan.settings]) if (change) make(change, modes);
}

function make({ path, edit, after }: FileChange, modes: Modes): void {
  if (after !== null) makeMissing(dirname(path), modes);
  changeForeign(path, edit, modes.file);
}

/** What lies in a project is made as the user makes files there. */
function modesFor({ root }: InstallEntry): Modes {
  if (root === null) return { file: 0o600, directory: 0o700 };
  const mask = process.umask();
  return { file: 0o666 & ~mask, directory: 0o777 & ~mask };
}
