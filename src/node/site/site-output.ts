/**
 * A directory that `build` fills and may fill again. It is never emptied of what somebody else put there. What
 * the build before left stays while it is still right, so that it need not be made again; the rest goes when
 * the new site is whole.
 *
 *     const output = openOutput('/home/me/.claude/session-chronicle/site', '…/cache/astro/build');
 *     output.write('sessions/a/index.json', digest, () => json);   // unless it is there with this digest
 *     output.keep('index.html');                                   // somebody else saw to it
 *     output.seal();
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import * as z from 'zod/mini';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { makeDirectory } from '../store/make-directory.ts';

/** Stands in a directory that `build` filled and says with what, so that nothing else is ever removed. */
const MARKER = '.session-chronicle.json';
/** A site may be published from a work tree; Git's own directory is neither ours nor in the way. */
const LEFT_ALONE = new Set([MARKER, '.git']);

const ABOUT = 'Written by chronicle build, which replaces the files listed here. Remove this file and it will not.';
/**
 * `build` names the build that wrote it. Each file has the digest of its content, empty where that is not known, as
 * in a list of names alone; null while a build is going on.
 */
const markerSchema = z.object({
  build: z.optional(z.string()),
  files: z.nullable(z.union([z.array(z.string()), z.record(z.string(), z.string())])),
});

/**
 * Makes a directory ready for a new site: it is made if it is absent, for its owner alone. Refuses
 * (CHRONICLE_NOT_OURS) one with any file in it that `build` did not write. `lastBuild` is a file that remembers the
 * last build there was: what another one left here is removed, since the caches know nothing of it.
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

  /** `before` are the files that are there, each with its digest. */
  constructor(directory: string, before: ReadonlyMap<string, string>, lastBuild: string) {
    this.directory = directory;
    this.#before = before;
    this.#lastBuild = lastBuild;
    writeMarker(directory, { files: null });
    // By the disk's clock, which may lag behind the processor's.
    this.#begunMs = statSync(join(directory, MARKER)).mtimeMs;
  }

  /** Writes a file at a path relative to the directory, unless the build before left it with the same digest. */
  write(path: string, digest: string, content: () => Uint8Array): void {
    this.#kept.set(path, digest);
    if (this.#before.get(path) === digest) return;
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content());
  }

  /** Says that a file belongs to the new site, whenever it was written. */
  keep(path: string): void {
    this.#kept.set(path, '');
  }

  /** Removes what is neither kept nor written since this object was made, and notes that the site is whole. */
  seal(): void {
    const files: Record<string, string> = {};
    for (const path of filesIn(this.directory)) {
      const digest = this.#kept.get(path);
      if (digest !== undefined || this.#isNew(path)) files[path] = digest ?? '';
      else remove(this.directory, path);
    }
    const build = randomUUID();
    writeMarker(this.directory, { build, files });
    mkdirSync(dirname(this.#lastBuild), { recursive: true, mode: 0o700 });
    writeFileSync(this.#lastBuild, build);
  }

  #isNew(path: string): boolean {
    return statSync(join(this.directory, path)).mtimeMs >= this.#begunMs;
  }
}

/** Removes a file, and the directories that are empty without it. */
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

/** What the build before left, with its digests; refuses a directory that holds other files. */
function ownFiles(directory: string): { build: string | undefined; files: Map<string, string> } {
  const present = filesIn(directory);
  const { build, files } = readMarker(directory);
  const foreign = files && present.find((path) => !files.has(path));
  if (foreign !== undefined && foreign !== null) {
    throw new ChronicleError(
      'CHRONICLE_NOT_OURS',
      `${directory} holds files that \`chronicle build\` did not write, such as ${foreign}. Name an empty or new directory with --out. Nothing was written.`,
    );
  }
  return { build, files: new Map(present.map((path) => [path, files?.get(path) ?? ''])) };
}

/** Every file below a directory, as paths relative to it with `/`; none if it is absent. */
function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      if (LEFT_ALONE.has(entry.name)) return [];
      return entry.isDirectory() ? filesBelow(directory, entry.name) : [entry.name];
    });
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    if (!isErrno(error, 'ENOTDIR')) throw error;
    throw new ChronicleError('CHRONICLE_NOT_OURS', `${directory} is a file, not a directory. Nothing was written.`);
  }
}

function filesBelow(directory: string, name: string): string[] {
  return readdirSync(join(directory, name), { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll(sep, '/'),
    );
}

interface Marker {
  build?: string | undefined;
  /** Null if a build was broken off: anything may be its work. */
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
