import { type FSWatcher, watch } from 'node:fs';

/** Directories that somebody else changes. `onEvent` gets the directory and the name in it, null if the system does not tell. */
export class Watches {
  readonly #onEvent: (directory: string, name: string | null) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Directories that exist and cannot be watched: the system's limit is reached, or it cannot do it there. */
  readonly refused = new Set<string>();

  constructor(onEvent: (directory: string, name: string | null) => void) {
    this.#onEvent = onEvent;
  }

  /** Watches a directory; false if it was watched already. A directory that is not there is left alone. */
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

  /**
   * Ends the watch of a directory and of all below it, so that the next `add` begins a new one:
   * the old one may belong to what lay there before.
   */
  forget(directory: string): void {
    for (const path of this.#all()) if (path === directory || path.startsWith(`${directory}/`)) this.#end(path);
  }

  /** Ends all watches but these. */
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
