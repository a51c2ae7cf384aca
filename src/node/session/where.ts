/**
 * Which project a session belongs to, and where its chronicle is.
 *
 * The project is the main checkout of the directory where Claude Code was started, so worktrees and subdirectories share
 * one chronicle directory, just as they share one memory.
 */
import { isAbsolute } from 'node:path';
import { directoryName, fixedDirectoryName } from '#src/project/directory-name.ts';
import { chronicleDirectory, type Layout } from '#src/project/paths.ts';
import { type Checkout, checkoutOf } from '../git/checkout.ts';
import { privateDirectory } from '../store/private-directory.ts';
import type { World } from '../world.ts';

/** The checkout in which a session was started: from CLAUDE_PROJECT_DIR, the payload's directory, or our own. */
export function sessionCheckout(world: World, payloadCwd: string | undefined): Checkout {
  const named = [world.env.CLAUDE_PROJECT_DIR, payloadCwd].find((path) => path !== undefined && isAbsolute(path));
  return checkoutOf(named ?? world.cwd);
}

/** Claude Code's directory name for the project of a checkout, in a process with this environment. */
export function projectDirectoryOf(checkout: Checkout, env: World['env']): string {
  return fixedDirectoryName(env) ?? directoryName(checkout.mainTop);
}

/** The real path of a project's chronicle directory. Creates it if it is missing. */
export function openChronicleDirectory(layout: Layout, projectDirectory: string): string {
  return privateDirectory(chronicleDirectory(layout, projectDirectory), layout.config);
}
