import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleFiles } from './search-bundle.ts';

/** The number of unused bundles to keep, such as those of the sample archive and of earlier states. */
const SPARE = 16;

/** Bundles on disk, `<cacheDir>/search/<path>.bundle`, written atomically. */
export class BundleCache {
  readonly #directory: string;

  constructor(cacheDir: string) {
    this.#directory = join(cacheDir, 'search');
  }

  /** Reads a bundle; undefined if it is missing or damaged. */
  read(path: string): BundleFiles | undefined {
    try {
      return unpackBundle(readFileSync(this.#fileOf(path)));
    } catch {
      return undefined;
    }
  }

  write(path: string, files: BundleFiles): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    const temporary = `${this.#fileOf(path)}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      writeFileSync(temporary, packBundle(files), { mode: 0o600 });
      renameSync(temporary, this.#fileOf(path));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** Removes the oldest files except the bundles at `paths`, including those of killed processes. */
  prune(paths: Iterable<string>): void {
    const kept = new Set([...paths].map((path) => this.#fileOf(path)));
    try {
      const others = readdirSync(this.#directory)
        .map((name) => join(this.#directory, name))
        .filter((file) => !kept.has(file))
        .map((file) => ({ file, changed: statSync(file).mtimeMs }))
        .sort((a, b) => b.changed - a.changed);
      for (const { file } of others.slice(SPARE)) rmSync(file, { force: true });
    } catch {
      // Not needed to work; another command may be pruning at the same time.
    }
  }

  #fileOf(path: string): string {
    return join(this.#directory, `${path}.bundle`);
  }
}

/** A bundle as one file: a line of JSON, `[["words/0.bin", 300], …]`, followed by the files. */
function packBundle(files: BundleFiles): Uint8Array {
  const sizes = [...files].map(([path, content]) => [path, content.length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...files.values()]);
}

/** The files of a packed bundle; undefined if it is incomplete. */
function unpackBundle(bytes: Uint8Array): BundleFiles | undefined {
  const sizes = readSizes(bytes.subarray(0, bytes.indexOf(0x0a)));
  if (!sizes) return undefined;
  const files: BundleFiles = new Map();
  let at = bytes.indexOf(0x0a) + 1;
  for (const [path, size] of sizes) {
    files.set(path, bytes.subarray(at, at + size));
    at += size;
  }
  return at === bytes.length ? files : undefined;
}

function readSizes(bytes: Uint8Array): [string, number][] | undefined {
  try {
    const sizes: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(sizes) && sizes.every(isSize) ? sizes : undefined;
  } catch {
    return undefined;
  }
}

function isSize(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1]);
}
