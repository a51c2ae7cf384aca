import { changeForeign } from './foreign-file.ts';
import { removeIfEmpty } from './made-directories.ts';
import type { UninstallPlan } from './plan-uninstall.ts';
import { changeRecord } from './record-file.ts';
import { removeOwn } from './remove-own.ts';
import { removeSkill } from './skill-copy.ts';

/**
 * Takes out what was planned. Hooks go from the settings first, and what they run last. While something could not be taken
 * out, the copy and the record stay, so that it can be done again; and so they do where another init needs them meanwhile.
 */
export function applyUninstall({ layout, changes, skills, made, copies, taken, faults }: UninstallPlan): void {
  for (const { path, edit } of changes) changeForeign(path, edit, 0o600);
  for (const skill of skills) removeSkill(skill);
  for (const directory of made.toReversed()) removeIfEmpty(directory);
  if (faults.length > 0) return;
  const isTaken = (path: string) => taken.includes(path);
  const left =
    taken.length === 0 ? [] : changeRecord(layout, (all) => all.filter((each) => !isTaken(each.settings.path)));
  if (left.length > 0) return;
  for (const path of copies) removeOwn(path, layout);
  for (const directory of [`${layout.state}/.tmp`, layout.state, ...made.toReversed()]) removeIfEmpty(directory);
}
