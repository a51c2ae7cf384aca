/* session-chronicle as `chronicle init` installs it: hooks in the settings, run from the copy that init made. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Lab } from './client.ts';

/** Runs `chronicle init` of the package at `root` in the lab's project. */
export function initialise(lab: Lab, args: readonly string[] = [], root = inject('plugin')): void {
  const command = [join(root, 'bin/chronicle'), 'init', '--yes', ...args];
  execFileSync(process.execPath, command, { cwd: lab.project, env: lab.env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Installs from a package that is gone a moment later, as one that npx fetched, or a version manager's last Node held. */
export function initialiseFromVanishing(lab: Lab): void {
  const root = mkdtempSync(join(lab.home, 'npx '));
  for (const part of ['bin', 'hooks', 'skill', 'package.json'])
    cpSync(join(inject('plugin'), part), join(root, part), { recursive: true });
  initialise(lab, [], root);
  rmSync(root, { recursive: true });
}

/** The directory of the copy that init made. */
export const appOf = ({ config }: Lab) => join(config, 'session-chronicle/app');
