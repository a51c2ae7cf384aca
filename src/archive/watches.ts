import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';

/** Watches directories, and tells of any change in one of them. */
export class Watches {
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Directories that exist but cannot be watched, because of the system's limit or the file system. */
  readonly refused = new Set<string>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches a directory, unless it is watched already. Missing directories are ignored. */
  add(directory: string): void {
    if (this.#watchers.has(directory)) return;
    this.refused.delete(directory);
    try {
      const watcher = watch(directory, { persistent: false }, (_, name) => this.#onEvent(directory, name));
      watcher.on('error', () => this.#onEvent(directory, basename(directory)));
      this.#watchers.set(directory, watcher);
    } catch (error) {
      if (!isMissing(error)) this.refused.add(directory);
    }
  }

  /** Ends all other watches. */
  keepOnly(directories: ReadonlySet<string>): void {
    for (const path of [...this.#watchers.keys(), ...this.refused]) if (!directories.has(path)) this.#end(path);
  }

  /**
   * A directory may have been replaced: one that was removed or moved reports its own name, its parent the name in it. Their
   * watches end, so that the next `add` watches the directory that is there now.
   */
  #onEvent(directory: string, name: string | null): void {
    const replaced = name === null || name === basename(directory) ? directory : join(directory, name);
    for (const path of [...this.#watchers.keys()])
      if (path === replaced || path.startsWith(`${replaced}/`)) this.#end(path);
    this.#onChange();
  }

  #end(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
    this.refused.delete(directory);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
