import { type FSWatcher, watch } from 'node:fs';

/** Watches directories. `onEvent` gets the directory and the changed name, or null if the system does not report it. */
export class Watches {
  readonly #onEvent: (directory: string, name: string | null) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Directories that exist but cannot be watched, because of the system's limit or the file system. */
  readonly refused = new Set<string>();

  constructor(onEvent: (directory: string, name: string | null) => void) {
    this.#onEvent = onEvent;
  }

  /** Watches a directory; false if it is already watched. Missing directories are ignored. */
  add(directory: string): boolean {
    if (this.#watchers.has(directory)) return false;
    this.refused.delete(directory);
    try {
      const watcher = watch(directory, { persistent: false }, (_event, name) => this.#onEvent(directory, name));
      watcher.on('error', () => this.#lost(directory));
      this.#watchers.set(directory, watcher);
    } catch (error) {
      if (!isMissing(error)) this.refused.add(directory);
    }
    return true;
  }

  /** Ends the watches of a directory and everything below, so that the next `add` watches the directory that is there now. */
  forget(directory: string): void {
    for (const path of this.#all()) if (path === directory || path.startsWith(`${directory}/`)) this.#end(path);
  }

  /** Ends all other watches. */
  keepOnly(directories: ReadonlySet<string>): void {
    for (const path of this.#all()) if (!directories.has(path)) this.#end(path);
  }

  #all(): string[] {
    return [...this.#watchers.keys(), ...this.refused];
  }

  #end(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
    this.refused.delete(directory);
  }

  #lost(directory: string): void {
    this.#end(directory);
    this.#onEvent(directory, null);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
