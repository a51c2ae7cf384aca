import { appendFileSync, existsSync } from 'node:fs';
import type { Layout } from '#src/project/paths.ts';
import { installerOf } from '#src/record/installer.ts';
import { environmentLine, searchPathLine } from '#src/record/session-start.ts';
import { readBeginning } from '../store/read-file.ts';
import type { World } from '../world.ts';

/** Far more than hooks write there (bytes). */
const LARGEST = 64 * 1024;

/**
 * Gives the session's shell commands the chronicle's path, if there is one, and `chronicle` itself where settings have
 * the hook run: the programs of a plugin are found by the host's own doing. The host gives the hook a file for this, the
 * same one when the session is resumed; later hooks see nothing of it.
 */
export function writeEnvironment({ env }: World, { app }: Layout, path: string | null): void {
  const file = env.CLAUDE_ENV_FILE;
  if (!file) return;
  const isOurs = installerOf(env) !== 'plugin' && existsSync(`${app}/bin/chronicle`);
  const line = isOurs ? searchPathLine(`${app}/bin`) : '';
  const isThere = line !== '' && (readBeginning(file, LARGEST) ?? '').includes(line);
  const lines = (path === null ? '' : environmentLine(path)) + (isThere ? '' : line);
  if (lines !== '') appendFileSync(file, lines);
}
