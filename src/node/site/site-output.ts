/**
 * The output directory of `build`. Files from elsewhere are never removed. Files of the last build stay if they are
 * unchanged; the others are removed once the new site is complete.
 *
 *     const output = openOutput('/home/me/.claude/session-chronicle/site', '…/cache/astro/build');
 *     output.write('sessions/a/index.json', digest, () => json);   // unless it exists with this digest
 *     output.keep('index.html');                                   // written by Astro
 *     output.seal();
 */
import { randomUUID } from 'node:crypto';
import { type Dirent, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { makeDirectory } from '../store/make-directory.ts';

/** The file that lists what `build` wrote to a directory, so that nothing else is ever removed. */
const MARKER = '.session-chronicle.json';
/** A site may be in a Git work tree, so `.git` is allowed and left alone. */
const LEFT_ALONE = new Set([MARKER, '.git']);

const ABOUT = 'Written by chronicle build, which replaces the files listed here. Delete this file to prevent that.';
/** `build` is the id of the last build. `files` has a digest for each file, empty if unknown, and is null during a build. */
const markerSchema = z.object({
  build: z.optional(z.string()),
  files: z.nullable(z.union([z.array(z.string()), z.record(z.string(), z.string())])),
});

/**
 * Prepares a directory for a new site and creates it, private to its owner, if it is missing. Throws CHRONICLE_NOT_OURS if
 * it has a file that `build` did not write. `lastBuild` is a file with the id of the last build: files of any other
 * build are removed, because they are not in the caches.
 */
export function openOutput(directory: string, lastBuild: string): SiteOutput {
  const { build, files } = ownFiles(directory);
  makeDirectory(directory);
  const isLast = build !== undefined && build === textOf(lastBuild);
  if (!isLast) for (const path of files.keys()) remove(directory, path);
  return new SiteOutput(directory, isLast ? files : new Map(), lastBuild);
}

export class SiteOutput {
  readonly directory: string;
  readonly #before: ReadonlyMap<string, string>;
  readonly #lastBuild: string;
  readonly #kept = new Map<string, string>();
  readonly #begunMs: number;

  /** `before` are the existing files with their digests. */
  constructor(directory: string, before: ReadonlyMap<string, string>, lastBuild: string) {
    this.directory = directory;
    this.#before = before;
    this.#lastBuild = lastBuild;
    writeMarker(directory, { files: null });
    // The disk's clock may be behind the system's.
    this.#begunMs = statSync(join(directory, MARKER)).mtimeMs;
  }

  /** Writes a file at a path relative to the directory, unless it exists with the same digest. */
  write(path: string, digest: string, content: () => Uint8Array): void {
    this.#kept.set(path, digest);
    if (this.#before.get(path) === digest) return;
    const file = join(this.directory, path);
    const bytes = content();
    try {
      writeFileSync(file, bytes);
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
  }

  /** Marks a file as part of the new site. */
  keep(path: string): void {
    this.#kept.set(path, '');
  }

  /** Removes files that are neither kept nor new, and marks the site as complete. Returns how large it is. */
  seal(): SiteSize {
    const files: Record<string, string> = {};
    let bytes = 0;
    for (const path of filesIn(this.directory)) {
      const digest = this.#kept.get(path);
      const { size, mtimeMs } = statSync(join(this.directory, path));
      if (digest !== undefined || mtimeMs >= this.#begunMs) {
        files[path] = digest ?? '';
        bytes += size;
      } else remove(this.directory, path);
    }
    const build = randomUUID();
    writeMarker(this.directory, { build, files });
    mkdirSync(dirname(this.#lastBuild), { recursive: true, mode: 0o700 });
    writeFileSync(this.#lastBuild, build);
    return { files: Object.keys(files).length, bytes };
  }
}

/** The files of a site, without the one that lists them, and their content in bytes. */
export interface SiteSize {
  files: number;
  bytes: number;
}

/** Removes a file and the directories that become empty. */
function remove(directory: string, path: string): void {
  rmSync(join(directory, path), { force: true });
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    try {
      rmdirSync(join(directory, parent));
    } catch {
      return;
    }
  }
}

/** The files of the last build with their digests. Throws if the directory has other files. */
function ownFiles(directory: string): { build: string | undefined; files: Map<string, string> } {
  const { build, files } = readMarker(directory);
  const present: string[] = [];
  for (const path of walk(directory)) {
    if (files && !files.has(path)) {
      throw new ChronicleError(
        'CHRONICLE_NOT_OURS',
        `${directory} contains files that \`chronicle build\` did not write, such as ${path}. Choose an empty or new directory with --out. Nothing was changed.`,
      );
    }
    present.push(path);
  }
  return { build, files: new Map(present.map((path) => [path, files?.get(path) ?? ''])) };
}

/** Every file below a directory, as relative paths with `/`; none if it is missing. */
function filesIn(directory: string): string[] {
  return [...walk(directory)];
}

/** Lazy, files before directories: with `/` as the directory, only its first file is read. */
function* walk(directory: string, below = ''): Generator<string> {
  const entries = entriesOf(join(directory, below)).filter(({ name }) => below !== '' || !LEFT_ALONE.has(name));
  for (const entry of entries) if (!entry.isDirectory()) yield below + entry.name;
  for (const entry of entries) if (entry.isDirectory()) yield* walk(directory, `${below}${entry.name}/`);
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    if (!isErrno(error, 'ENOTDIR')) throw error;
    throw new ChronicleError('CHRONICLE_NOT_OURS', `${directory} is a file, not a directory. Nothing was changed.`);
  }
}

interface Marker {
  build?: string | undefined;
  /** Null if a build was interrupted, so that any file may be its own. */
  files: ReadonlyMap<string, string> | null;
}

function readMarker(directory: string): Marker {
  try {
    const { build, files } = markerSchema.parse(JSON.parse(readFileSync(join(directory, MARKER), 'utf8')));
    if (files === null) return { files };
    return { build, files: new Map(Array.isArray(files) ? files.map((path) => [path, '']) : Object.entries(files)) };
  } catch {
    return { files: new Map() };
  }
}

function writeMarker(directory: string, marker: { build?: string; files: Record<string, string> | null }): void {
  writeFileSync(join(directory, MARKER), `${JSON.stringify({ about: ABOUT, ...marker })}\n`);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
