import { rmSync } from 'node:fs';
import { requireWithin } from '../store/private-directory.ts';
import { changeForeign, removeIfEmpty } from './foreign-file.ts';
import type { UninstallPlan } from './plan-uninstall.ts';
import { writeRecord } from './record-file.ts';
import { removeFiles } from './skill-copy.ts';

/**
 * Takes out what was planned. Hooks go from the settings first, and what they run last. While something could not be taken
 * out, the copy and the record stay, so that it can be done again.
 */
export function applyUninstall({ layout, changes, skills, made, copies, left, faults }: UninstallPlan): void {
  for (const { path, edit } of changes) changeForeign(path, edit, 0o600);
  for (const { path, files } of skills) removeFiles(path, files);
  for (const directory of made.toReversed()) removeIfEmpty(directory);
  if (faults.length > 0) return;
  if (left) writeRecord(layout, left);
  for (const path of copies) {
    requireWithin(path, layout.config);
    rmSync(path, { recursive: true, force: true });
  }
  for (const directory of [`${layout.state}/.tmp`, layout.state, ...made.toReversed()]) removeIfEmpty(directory);
}
