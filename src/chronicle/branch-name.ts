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

/** `cws/96-…`, `ABC-123-…`, `gh-45`: letters, perhaps a dash or slash, digits, at the start of a part of the branch. */
const DEFAULT_PATTERN = /(?:^|\/)([A-Za-z]{2,10})[-/]?(\d{1,6})(?=$|[-_/.])/;

/**
 * The task a branch names, such as `CWS-96`; empty if it names none.
 * `pattern` replaces the default: its groups are joined by a dash, or the whole match is taken if it has none.
 */
export function taskOf(branch: string, pattern: RegExp = DEFAULT_PATTERN): string {
  const match = pattern.exec(branch);
  if (!match) return '';
  const groups = match.slice(1).filter((group) => group !== undefined && group !== '');
  return (groups.length > 0 ? groups.join('-') : match[0]).toUpperCase();
}

/** The beginning of a branch up to and including its task, or undefined if it names none. */
export function taskPrefix(branch: string): string | undefined {
  const match = DEFAULT_PATTERN.exec(branch);
  return match ? branch.slice(0, match.index + match[0].length) : undefined;
}
