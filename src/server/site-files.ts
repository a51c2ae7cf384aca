import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWithin, realPath } from '#src/lib/read-file.ts';

/** The decoded path of an address; undefined if the address is malformed. */
export function pathOf(url: string): string | undefined {
  if (!url.startsWith('/')) return undefined;
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return undefined;
  }
}

/** The endings that the file server tries after a path, in every combination with those of compressed copies. */
const ENDINGS = ['', '.html', '.htm', '/index', '/index.html', '/index.htm'];
const COMPRESSED = ['', '.gz', '.br'];

/**
 * Whether what the server would find for a path is outside the directory of the site, such as through a link, or is neither
 * file nor directory: a server that opens a named pipe waits for ever.
 */
export function leavesSite(directory: string, path: string): boolean {
  if (path.includes('\0')) return true;
  const root = realPath(directory) ?? resolve(directory);
  return ENDINGS.some((ending) =>
    COMPRESSED.some((compressed) => {
      const real = realPath(join(directory, path.replace(/\/$/, '') + ending + compressed));
      return real !== null && (!isWithin(real, root) || isSpecial(real));
    }),
  );
}

function isSpecial(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}
