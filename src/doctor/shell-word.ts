/** A path as a word of a POSIX shell. */
export function shellWord(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
