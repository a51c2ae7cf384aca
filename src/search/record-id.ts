/**
 * The id of a record in the search index: its quarter and its number there, `2026-q4-1a3`. Pagefind's own ids are digests
 * of seven digits, which two quarters can share, and which do not compress.
 */
export function recordId(quarter: string, number: number): string {
  return `${quarter}-${number.toString(36)}`;
}

/** The quarter and the number of a record; a number that is not a whole one if the id is not ours. */
export function readRecordId(id: string): { quarter: string; number: number } {
  const end = id.lastIndexOf('-');
  return { quarter: id.slice(0, end), number: Number.parseInt(id.slice(end + 1), 36) };
}

/** The quarter of a bundle, which its path begins with: `2026-q4-1f3a09c7` is of `2026-q4`. */
export function quarterOf(path: string): string {
  return path.slice(0, path.lastIndexOf('-'));
}
