/** A path of this system with `/` between its parts. A backslash in a name is one where it does not part names. */
export function forwardSlashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
