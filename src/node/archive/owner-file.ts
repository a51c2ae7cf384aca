import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Attention } from '#src/chronicle/session.ts';
import { isSameFile, type Probe, probe, type Reading, readSource } from './reading.ts';
import type { Source } from './source.ts';

/** Where a small file lies that the owner writes by hand, and how it is read. */
export interface OwnerFileForm<Value> {
  path: string;
  parse: Source<Value>['parse'];
  /** What holds while there is no such file, or none that can be read. */
  absent: Value;
}

/** Such a file, read now and again when it changes. */
export class OwnerFile<Value> {
  readonly #form: OwnerFileForm<Value>;
  #probe: Probe | null = null;
  #reading: Reading<Value> | null = null;
  #watcher: FSWatcher | undefined;

  constructor(form: OwnerFileForm<Value>) {
    this.#form = form;
    this.look();
  }

  get value(): Value {
    return this.#reading?.value ?? this.#form.absent;
  }

  get attention(): Attention[] {
    const { problems = [], excerpts = [] } = this.#reading ?? {};
    return problems.map((problem, i) => ({
      path: this.#form.path,
      problem,
      excerpt: excerpts[i] ?? [],
      session: null,
    }));
  }

  /** Reads the file if it is another than before; says whether it was. */
  look(): boolean {
    const found = probe(this.#form.path, Date.now());
    if (found ? this.#probe && isSameFile(this.#probe.stamp, found.stamp) : !this.#probe) return false;
    const digest = this.#reading?.digest;
    this.#probe = found;
    this.#reading = found && readSource(this.#form.path, found, this.#form);
    return this.#reading?.digest !== digest || this.#reading?.digest === '';
  }

  /** Calls `onChange` when something happens to the file. A directory that is not there is not waited for. */
  watch(onChange: () => void): void {
    const name = basename(this.#form.path);
    try {
      const isOurs = (changed: string | null) => changed === null || changed === name;
      this.#watcher = watch(dirname(this.#form.path), { persistent: false }, (_event, changed) => {
        if (isOurs(changed)) onChange();
      }).on('error', () => this.close());
    } catch {
      // The next start sees the file.
    }
  }

  close(): void {
    this.#watcher?.close();
  }
}
