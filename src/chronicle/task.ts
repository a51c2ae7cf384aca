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
