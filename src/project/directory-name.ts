/** Longer names are cut here and told apart by a hash, as Claude Code does. */
const LONGEST = 200;

/**
 * Claude Code's directory name for an absolute path: every UTF-16 unit outside `[A-Za-z0-9]`
 * becomes `-`; beyond 200 units the rest is replaced by `-` and a 32-bit hash of the whole path
 * in base 36. Measured on Claude Code 2.1.329; different paths may share a name.
 */
export function directoryName(path: string): string {
  const name = path.replace(/[^A-Za-z0-9]/g, '-');
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}-${hash(path)}`;
}

function hash(text: string): string {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = ((value << 5) - value + text.charCodeAt(i)) | 0;
  return Math.abs(value).toString(36);
}
