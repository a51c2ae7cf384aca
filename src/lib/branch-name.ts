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
  const slug = branch
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug || 'branch';
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
