/** Branch slugs are cut here, so that a name with date and suffix stays far below 255 bytes. */
const LONGEST_SLUG = 80;

/**
 * A branch as part of a file name: `cws/96-x` is `cws-96-x`. Nothing but `A-Za-z0-9._-` is left,
 * and neither end is a dot or dash, so no branch name can leave the directory or hide the file.
 */
export function branchSlug(branch: string): string {
  const slug = branch
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug || 'branch';
}

/** The n-th name for a session of this day and branch: `2026-03-24-main`, `2026-03-24-main-2`. */
export function fileStem(date: string, branch: string, n: number): string {
  return `${date}-${branchSlug(branch)}${n === 1 ? '' : `-${n}`}`;
}
