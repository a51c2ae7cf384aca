/** What every import does around its work: it needs Claude Code's directory, runs alone, and can be stopped with Ctrl-C. */
import { existsSync } from 'node:fs';
import { exclusively } from '#src/lib/lock.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import type { Env } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';

/** How many records to read before letting Ctrl-C through. */
const BREATH = 64;

/** Lets the process hear Ctrl-C now and then; nothing else can run while a file is read. */
export async function breathe(count: number): Promise<void> {
  if (count % BREATH === 0) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Throws CHRONICLE_NO_CONFIG if the directory that CLAUDE_CONFIG_DIR names does not exist: it is misspelled. Claude Code's own
 * directory is made, so that an import can come before its first start.
 */
export function requireConfig({ variables: env }: Pick<Env, 'variables'>, { config }: Paths): void {
  if (existsSync(config) || !env.CLAUDE_CONFIG_DIR) return;
  throw new ChronicleError(
    'CHRONICLE_NO_CONFIG',
    `${config} does not exist. Correct CLAUDE_CONFIG_DIR, or create the directory. Nothing was changed.`,
  );
}

/** Lets only one import write at a time: this kind, or of transcripts. */
export function importLock<T>(paths: Paths, isDryRun: boolean, work: () => Promise<T>): Promise<T> {
  if (isDryRun) return work();
  privateDirectory(paths.cache, paths.config);
  return exclusively(`${paths.cache}/import.lock`, 'Another import', work);
}
