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

/**
 * The directory name that `CLAUDE_CODE_PROJECT_DIR_NAME` sets for every project; null where Claude Code ignores it. Measured
 * on 2.1.329: it counts only in the environment Claude Code is started with, only beside `CLAUDE_CONFIG_DIR`, and reaches
 * hooks; under `env` in settings it is dropped.
 */
export function fixedDirectoryName(env: Record<string, string | undefined>): string | null {
  const { CLAUDE_CODE_PROJECT_DIR_NAME: name = '', CLAUDE_CONFIG_DIR: config = '' } = env;
  return config !== '' && /^[A-Za-z0-9_-]{1,64}$/.test(name) && !RESERVED.test(name) ? name : null;
}

/** Names of devices on Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** Whether a directory cannot be named after a path: those of absolute paths begin with `-`, or with a drive and `--`. */
export function isFixedDirectory(name: string): boolean {
  return !/^(?:-|[A-Za-z]--)/.test(name);
}

function hash(text: string): string {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = ((value << 5) - value + text.charCodeAt(i)) | 0;
  return Math.abs(value).toString(36);
}
