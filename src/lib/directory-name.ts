/** Longer names are cut and get a hash, as in Claude Code. */
const LONGEST = 200;

/**
 * Claude Code's directory name for an absolute path: every UTF-16 unit outside `[A-Za-z0-9]` becomes `-`, and everything
 * after 200 units is replaced by `-` and a 32-bit hash of the whole path in base 36. Measured on Claude Code 2.1.329.
 * Different paths may share a name.
 */
export function directoryName(path: string): string {
  const name = path.replace(/[^A-Za-z0-9]/g, '-');
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}-${hash(path)}`;
}

/**
 * The directory name that `CLAUDE_CODE_PROJECT_DIR_NAME` sets for every project; null where Claude Code ignores it. Measured
 * on 2.1.329: it counts only in the environment Claude Code is started with, only with `CLAUDE_CONFIG_DIR`, and reaches
 * hooks; under `env` in settings it is dropped.
 */
export function fixedDirectoryName(env: Record<string, string | undefined>): string | null {
  const { CLAUDE_CODE_PROJECT_DIR_NAME: name = '', CLAUDE_CONFIG_DIR: config = '' } = env;
  return config !== '' && /^[A-Za-z0-9_-]{1,64}$/.test(name) && !RESERVED.test(name) ? name : null;
}

/** Device names on Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** Whether a directory is not named after a path: names from absolute paths begin with `-`, or with a drive and `--`. */
export function isFixedDirectory(name: string): boolean {
  return !/^(?:-|[A-Za-z]--)/.test(name);
}

function hash(text: string): string {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = ((value << 5) - value + text.charCodeAt(i)) | 0;
  return Math.abs(value).toString(36);
}
