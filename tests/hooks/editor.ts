/**
 * Another writer of a chronicle or a notebook, in its own process, that does not know our locks: it reads the file, adds a
 * line before a heading and saves, in place or by a rename; or it appends.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const EDITORS = ['truncate', 'rename', 'append'] as const;
export type EditorKind = (typeof EDITORS)[number];

export interface Saves {
  path: string;
  kind: EditorKind;
  /** One save per line. */
  lines: string[];
  /** The heading before which they are added. */
  before?: string;
  /** Milliseconds before the first save, and between two. */
  delay: number;
  every: number;
  /** Milliseconds between reading the file and saving it. */
  holds?: number;
}

export class Editor {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async open(): Promise<Editor> {
    const child = fork(fileURLToPath(new URL('editor-process.ts', import.meta.url)), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child);
    return new Editor(child);
  }

  /** Resolves when the last line is saved. */
  async save(saves: Saves): Promise<void> {
    const saved = once(this.#child);
    this.#child.send(saves);
    await saved;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}

function once(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The editor ended early.')));
    child.once('message', () => {
      child.removeAllListeners('exit');
      resolve();
    });
  });
}
