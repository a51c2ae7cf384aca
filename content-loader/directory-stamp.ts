import { lstatSync, readdirSync } from 'node:fs';

/** What tells one state of files from another without reading them: names, sizes and times of a file, or of a directory and the directories in it. */
export function stampOf(path: string, depth = 2): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return '';
  const own = `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
  if (!stats.isDirectory() || depth === 0) return own;
  return [own, ...namesIn(path).map((name) => `${name} ${stampOf(`${path}/${name}`, depth - 1)}`)].join('\n');
}

/** The names of the directories in a directory, but for hidden ones; none where it cannot be read. */
export function directoriesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Work directories come and go while files are written; what stands in them is nobody's yet. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name !== '.tmp');
  } catch {
    return [];
  }
}
