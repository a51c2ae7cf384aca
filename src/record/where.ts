/**
 * Which project a session belongs to, and where its chronicle is.
 *
 * The project is the main checkout of the directory where Claude Code was started (`src/lib/project.ts`). Its sessions are
 * in Claude Code's directory for that path, which other checkouts may share.
 */
import { isAbsolute } from 'node:path';
import { type CheckoutRules, checkoutOfSession } from '#src/lib/project.ts';
import { directoryName, fixedDirectoryName } from '#src/lib/directory-name.ts';
import { chronicleDirectory, type Paths } from '#src/lib/paths.ts';
import { type Checkout, checkoutOf, checkoutRules } from '#src/lib/checkout.ts';
import { readConfig } from '#src/lib/config.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { indexedPath, placeOf } from './find.ts';

/** The checkout in which a session was started: from CLAUDE_PROJECT_DIR, the payload's directory, or our own. */
export function sessionCheckout(env: Env, payloadCwd: string | undefined): Checkout {
  const named = [env.variables.CLAUDE_PROJECT_DIR, payloadCwd].find((path) => path !== undefined && isAbsolute(path));
  return checkoutOf(named ?? env.cwd);
}

/** Claude Code's directory name for the project of a checkout, in a process with this environment. */
export function projectDirectoryOf(checkout: Checkout, env: Env['variables']): string {
  return fixedDirectoryName(env) ?? directoryName(checkout.mainTop);
}

/** The real path of a project's chronicle directory. Creates it if it is missing. */
export function openChronicleDirectory(paths: Paths, projectDirectory: string): string {
  return privateDirectory(chronicleDirectory(paths, projectDirectory), paths.config);
}

/** A checkout, with what finds its sessions. */
export interface CheckoutProject {
  /** The real path of the main checkout. Other paths stand for themselves where a session's path does not tell. */
  root: string;
  /** Claude Code's directories that may contain its sessions. */
  directories: readonly string[];
  rules: CheckoutRules;
}

/** How sessions are given to checkouts on this machine, by the owner's settings. */
export function rulesIn(env: Env): CheckoutRules {
  return checkoutRules(readConfig(pathsIn(env)).config, env.home);
}

/** The project of a checkout in which a session runs. */
export function projectOfCheckout(checkout: Checkout, rules: CheckoutRules, env: Env['variables']): CheckoutProject {
  const directory = projectDirectoryOf(checkout, env);
  const root = checkoutOfSession({ cwd: checkout.top, directory }, rules) ?? checkout.mainTop;
  return projectAt(root, directory, rules);
}

/** The project that a command runs for. */
export function projectHere(env: Env, rules = rulesIn(env)): CheckoutProject {
  return projectOfCheckout(sessionCheckout(env, env.cwd), rules, env.variables);
}

/** The project that an agent's command runs for: that of its session, else that of its directory. */
export function ownProject(env: Env): CheckoutProject {
  const path = indexedPath(pathsIn(env), env.variables.CLAUDE_CODE_SESSION_ID ?? '');
  return path === null ? projectHere(env) : projectOfChronicle(path, rulesIn(env));
}

/** The project of the session with this chronicle. */
export function projectOfChronicle(
  chronicle: string,
  rules: CheckoutRules,
  frontMatter = frontMatterOf(chronicle),
): CheckoutProject {
  const { projectDirectory: directory } = placeOf(chronicle);
  const cwd = frontMatter?.get('cwd');
  const root = checkoutOfSession({ cwd, directory }, rules) ?? (cwd || directory);
  return projectAt(root, directory, rules);
}

/** The project of a main checkout with sessions in a directory of Claude Code. */
export function projectAt(root: string, directory: string, rules: CheckoutRules): CheckoutProject {
  const old = [...rules.moved].flatMap(([path, now]) => (now === root ? directoryName(path) : []));
  return { root, directories: [...new Set([directory, directoryName(root), ...old])], rules };
}
