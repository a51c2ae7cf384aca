/** Where a session worked. */
export interface Places {
  /** The root of its project; empty if unknown. */
  project: string;
  /** The directory it began in. */
  start: string;
  /** The present directory. */
  cwd: string;
}

/** Directories in which Claude Code keeps worktrees: edits there are edits of the project's files. */
const WORKTREE = /^\.claude\/worktrees\/[^/]{1,200}\/(?=.)/;
const LONGEST = 1000;

/** A path relative to the project if it is inside it, else absolute. Empty for a path that cannot be one. */
export function projectPath(path: string, { project, start, cwd }: Places): string {
  if (path.length > LONGEST || /[\0\n\r]/.test(path)) return '';
  const plain = slashed(path);
  const whole = normal(isAbsolute(plain) ? plain : `${slashed(cwd)}/${plain}`);
  const below = within(whole, slashed(project)) ?? within(whole, slashed(start)) ?? whole;
  return below.replace(WORKTREE, '');
}

function within(path: string, directory: string): string | null {
  const root = directory.replace(/\/+$/, '');
  return root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

/** A path of Windows with slashes. */
function slashed(path: string): string {
  return /^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}

/** A path without `.`, `..` and double slashes. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
}
