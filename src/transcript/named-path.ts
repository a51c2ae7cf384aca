/** A path relative to the project, as a reader would write it. */
export function shortPath(path: string, cwd: string): string {
  return withoutStart(path, cwd).replace(/^[\\/]/, '');
}

/** The path relative to the working directory; unchanged if it is outside. */
export function withoutStart(path: string, cwd: string): string {
  return cwd !== '' && path.startsWith(cwd) && /[\\/]/.test(path[cwd.length] ?? '') ? path.slice(cwd.length) : path;
}

/** The directory that a shell is in after `cd name`; empty if that cannot be told. */
export function resolvedIn(directory: string, name: string): string {
  const plain = slashed(name);
  if (/^(?:\/|[A-Za-z]:\/)/.test(plain)) return plain;
  if (directory === '' || plain === '' || /^[~$-]|[`*?]|\$\(/.test(plain)) return '';
  const parts = slashed(directory).split('/');
  for (const part of plain.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/**
 * Whether an argument of a command run in a directory names the file, or a directory above it. Where the directory cannot
 * be told, `src/a.ts` may be anywhere.
 */
export function isNamed(path: string, word: string, directory: string): boolean {
  const name = slashed(word)
    .replace(/^\.\/(?=.)/, '')
    .replace(/\/+$/, '');
  const plain = slashed(path);
  if (name === '.' || name === ':/' || name === '*')
    return directory === '' || plain.startsWith(`${slashed(directory)}/`);
  if (name === '' || name.startsWith('~')) return false;
  const isPlain = !/[*?[{$]/.test(name);
  const whole = isPlain ? resolvedIn(directory, name) : '';
  if (whole !== '') return plain === whole || plain.startsWith(`${whole}/`);
  return `${plain}/`.includes(`/${name}/`);
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
