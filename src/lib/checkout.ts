import { basename, dirname, resolve } from 'node:path';
import { trimmed } from './paths.ts';
import type { CheckoutRules } from './project.ts';
import { isDirectory, statsOf } from './is-there.ts';
import { readBeginning, realPath } from './read-file.ts';
import type { Config } from './config.ts';
import { slugOf } from './slug.ts';

/** Where a session runs, read from git's files. Starts no process and reads no configuration. */
export interface Checkout {
  /** The real path of the start directory. */
  start: string;
  /** The directory with `.git`; the start directory outside of git. */
  top: string;
  /** The checkout's git directory, which contains HEAD; null outside of git. */
  gitDirectory: string | null;
  /** The repository's main checkout, shared by all its worktrees. */
  mainTop: string;
}

const LARGEST_POINTER = 4096;

/** Finds the checkout that contains `directory`, going up from its real path. */
export function checkoutOf(directory: string): Checkout {
  const start = realOrNamed(directory);
  for (let top = start; ; top = dirname(top)) {
    const gitDirectory = gitDirectoryIn(top);
    if (gitDirectory) return { start, top, gitDirectory, mainTop: mainTopOf(top, gitDirectory) };
    if (dirname(top) === top) return { start, top: start, gitDirectory: null, mainTop: start };
  }
}

/**
 * The main checkout of a directory; null if it is not there. A path on another machine (`\\\\host\\share`) is not looked at:
 * that would tell the host who asks.
 */
function mainCheckoutAt(directory: string): string | null {
  if (/^[\\/]{2}/.test(directory)) return null;
  return isDirectory(directory) ? checkoutOf(directory).mainTop : null;
}

/** How sessions are given to checkouts without settings: by the directories on this disk. */
export const ON_DISK: CheckoutRules = { mainCheckout: mainCheckoutAt, moved: new Map() };

function gitDirectoryIn(top: string): string | null {
  const path = `${top}/.git`;
  const stats = statsOf(path);
  if (!stats) return null;
  if (stats.isDirectory() || stats.isSymbolicLink())
    return readBeginning(`${path}/HEAD`, 1) === null ? null : realOrNamed(path);
  const target = gitdirOf(readBeginning(path, LARGEST_POINTER) ?? '');
  return target === null ? null : realOrNamed(resolve(top, target));
}

/** The main checkout contains the common git directory, which a worktree's git directory names. */
function mainTopOf(top: string, gitDirectory: string): string {
  const common = readBeginning(`${gitDirectory}/commondir`, LARGEST_POINTER)?.trim();
  if (!common) return top;
  const commonDirectory = realOrNamed(resolve(gitDirectory, common));
  return basename(commonDirectory) === '.git' ? dirname(commonDirectory) : commonDirectory;
}

/** Falls back to the given path, as a parent directory may be unreadable. */
function realOrNamed(path: string): string {
  return realPath(path) ?? resolve(path);
}

/** How sessions are given to checkouts on this machine, by the owner's settings. */
export function checkoutRules({ projects }: Pick<Config, 'projects'>, home: string): CheckoutRules {
  const moved = Object.entries(projects).flatMap(([path, old]) => {
    const whole = expandedPath(path, home);
    return old.map((each) => [expandedPath(each, home), realPath(whole) ?? whole] as const);
  });
  return { mainCheckout: mainCheckoutAt, moved: new Map(moved) };
}

/** The absolute path of an entry of the settings, without a trailing slash. */
export function expandedPath(path: string, home: string): string {
  const whole = path === '~' || /^~[\\/]/.test(path) ? `${home}${path.slice(1)}` : path;
  return trimmed(whole);
}

/** The branch in `.git/HEAD`; null if no branch is checked out or the file does not name it. */
export function branchOfHead(head: string): string | null {
  const name = /^ref: refs\/heads\/(.+?)\s*$/.exec(head)?.[1];
  // A repository with reftables keeps this placeholder in HEAD and the branch elsewhere.
  return name === undefined || name === '.invalid' ? null : name;
}

/** Whether HEAD is a placeholder, so that only git itself knows the branch (git's reftable format). */
export function isReftableHead(head: string): boolean {
  return /^ref: refs\/heads\/\.invalid\s*$/.test(head);
}

/** The path in a `.git` file (`gitdir: …`), or null if it has none. */
export function gitdirOf(file: string): string | null {
  return /^gitdir: (.+?)\s*$/.exec(file)?.[1] ?? null;
}

/** What git's files and git itself say about a checkout. Nothing that a hostile repository configures is run. */

/** Longer than any real branch name, and far below the limit of front matter (bytes). */
const LARGEST_HEAD = 1024;
/** How long git may take (ms). A SessionEnd hook has 1.5 s in all. */
const PATIENCE = 800;
const LARGEST_ANSWER = 256 * 1024;

type Environment = Record<string, string | undefined>;

/** The current branch; `detached` if there is none, or outside of git. Asks git only about reftables, which cannot be read as text. */
export async function branchOf(checkout: Checkout, env: Environment): Promise<string> {
  const head = headOf(checkout);
  if (!isReftableHead(head)) return branchOfHead(head) ?? NO_BRANCH;
  const answer = await gitAnswer(checkout.top, env, ['symbolic-ref', '-q', 'HEAD']);
  return branchOfHead(`ref: ${answer}`) ?? NO_BRANCH;
}

/** The same without asking git: `detached` in a repository with reftables. */
export function branchAtOnce(checkout: Checkout): string {
  return branchOfHead(headOf(checkout)) ?? NO_BRANCH;
}

/** The URL of a checkout's remote `origin`; empty without one, or outside of git. */
export async function originOf(directory: string, env: Environment): Promise<string> {
  return (await gitAnswer(directory, env, ['config', '--get', 'remote.origin.url'])).trim();
}

/**
 * The output of a read-only git command in a directory; empty if git fails, is missing or takes too long. Turns off the file
 * system monitor, which a repository may configure, and removes GIT_* variables, as they may name another repository. What a
 * partial clone lacks is not fetched, as that would run what the repository configures.
 */
export async function gitAnswer(cwd: string, env: Environment, arguments_: readonly string[]): Promise<string> {
  // Loaded only when it is needed, because it costs a hook 2 ms.
  const { execFile } = await import('node:child_process');
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
  const options = {
    cwd,
    env: { ...clean, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' },
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
    maxBuffer: LARGEST_ANSWER,
    windowsHide: true,
  } as const;
  return new Promise((answer) => {
    const flags = ['--no-optional-locks', '-c', 'core.fsmonitor=false', ...arguments_];
    execFile('git', flags, options, (error, stdout) => answer(error ? '' : stdout)).stdin?.end();
  });
}

function headOf({ gitDirectory }: Checkout): string {
  return gitDirectory === null ? '' : (readBeginning(`${gitDirectory}/HEAD`, LARGEST_HEAD) ?? '');
}

/** What stands for the branch of a session that was on none, or of which none is known. */
export const NO_BRANCH = 'detached';

/** The branch of a session, to show. Empty if it was on none, as outside of git. */
export function shownBranch({ branch }: { branch: string }): string {
  return branch === NO_BRANCH ? '' : branch;
}

/** The longest slug, so that a file name with date and suffix stays far below 255 bytes. */
const LONGEST_SLUG = 80;

/**
 * A branch as part of a file name: `cws/96-x` becomes `cws-96-x`. Only `A-Za-z0-9._-` remain, and neither end is a dot or
 * dash, so that no branch name can leave the directory or hide the file.
 */
export function branchSlug(branch: string): string {
  return slugOf(branch, 'branch', LONGEST_SLUG);
}

/** The nth name for a session on this day and branch: `2026-03-24-main`, `2026-03-24-main-2`. */
export function fileStem(date: string, branch: string, n: number): string {
  return `${date}-${branchSlug(branch)}${n === 1 ? '' : `-${n}`}`;
}

/** `cws/96-…`, `ABC-123-…`, `gh-45`: letters, an optional dash or slash, and digits, at the start of a path segment. */
const DEFAULT_PATTERN = /(?:^|\/)([A-Za-z]{2,10})[-/]?(\d{1,6})(?=$|[-_/.])/;

/**
 * The task in a branch name, such as `CWS-96`, or an empty string. With a pattern of the owner's, its groups are joined by
 * dashes; without groups, the whole match is used.
 */
export function taskOf(branch: string, pattern: RegExp = DEFAULT_PATTERN): string {
  const match = pattern.exec(branch);
  if (!match) return '';
  const groups = match.slice(1).filter((group) => group !== undefined && group !== '');
  return (groups.length > 0 ? groups.join('-') : match[0]).toUpperCase();
}

/** The beginning of a branch name, up to and including its task; undefined if it has no task. */
export function taskPrefix(branch: string): string | undefined {
  const match = DEFAULT_PATTERN.exec(branch);
  return match ? branch.slice(0, match.index + match[0].length) : undefined;
}
