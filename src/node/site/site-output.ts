/**
 * The output directory of `build`. The last site stays as it is until the new one is complete; then new files are moved
 * into place (`site-change.ts`). Files from elsewhere are never removed.
 *
 *     const output = openOutput('/home/me/.claude/session-chronicle/site');
 *     output.write('sessions/a/index.json', digest, () => json);   // unless the last site has it with this digest
 *     output.reuse('sessions/a/index.html', key);                  // true if the last site has it with this digest
 *     output.seal();
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { makeDirectory } from '../store/make-directory.ts';
import { BUILD_FOLDER, changeSite, clearStaging, dropStaging, settleSite, stagingOf } from './site-change.ts';
import { walkSite } from './walk-site.ts';

/** The file that lists what `build` wrote to a directory, so that nothing else is ever removed. */
const MARKER = '.session-chronicle.json';
/** A site may be in a Git work tree, so `.git` is allowed and left alone. */
const LEFT_ALONE: ReadonlySet<string> = new Set([MARKER, BUILD_FOLDER, '.git']);

const ABOUT = 'Written by chronicle build, which replaces the files listed here. Delete this file to prevent that.';
/** `build` is the id of the build. `files` has a digest for each file, empty if unknown; null if a build was interrupted. */
const markerSchema = z.object({
  build: z.optional(z.string()),
  bytes: z.optional(z.number()),
  files: z.nullable(z.union([z.array(z.string()), z.record(z.string(), z.string())])),
});

/**
 * Prepares a directory for a new site and creates it, private to its owner, if it is missing. Completes what a killed build
 * has begun. Throws CHRONICLE_NOT_OURS if it has a file that `build` did not write, and CHRONICLE_BUSY if another process is
 * replacing the site.
 */
export function openOutput(directory: string): SiteOutput {
  if (!settleSite(directory))
    throw new ChronicleError('CHRONICLE_BUSY', `Another build is replacing ${directory}. Nothing was changed.`);
  const marker = readMarker(directory);
  const files = ownFiles(directory, marker);
  makeDirectory(directory);
  clearStaging(directory);
  // A file that somebody deleted was counted.
  const isWhole = files.size === marker.files?.size;
  return new SiteOutput(directory, files, isWhole ? marker.bytes : undefined);
}

export class SiteOutput {
  readonly directory: string;
  /** Where new files wait. */
  readonly #staging: string;
  readonly #before: ReadonlyMap<string, string>;
  readonly #bytesBefore: number | undefined;
  readonly #digests = new Map<string, string>();
  readonly #kept = new Set<string>();
  /** The size of each new file. */
  readonly #written = new Map<string, number>();
  /** The directories of new files. */
  readonly #made = new Set<string>();

  /** `before` are the existing files with their digests, `bytesBefore` their size if it is known. */
  constructor(directory: string, before: ReadonlyMap<string, string>, bytesBefore: number | undefined) {
    this.directory = directory;
    this.#staging = stagingOf(directory);
    this.#before = before;
    this.#bytesBefore = bytesBefore;
  }

  /** Writes a file at a path relative to the directory, unless the last site has it with the same digest. */
  write(path: string, digest: string, content: () => Uint8Array | string): void {
    if (this.reuse(path, digest)) return;
    const written = content();
    const file = join(this.#staging, path);
    const folder = dirname(file);
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
    writeFileSync(file, written);
    this.#digests.set(path, digest);
    this.#written.set(path, Buffer.byteLength(written));
  }

  /** Keeps a file of the last site if it has this digest, which must not be empty. Returns whether it does. */
  reuse(path: string, digest: string): boolean {
    if (digest === '' || this.#before.get(path) !== digest) return false;
    this.#kept.add(path);
    this.#digests.set(path, digest);
    return true;
  }

  /** Replaces the last site. Returns how large the new one is, and the id of the build. */
  seal(): SiteSize {
    const files = this.#digests;
    let bytes = this.#bytesBefore ?? this.#sizeOf(this.#before.keys());
    for (const [path, size] of this.#written) bytes += size - (this.#before.has(path) ? this.#sizeOf([path]) : 0);
    const removals = [...this.#before.keys()].filter((path) => !files.has(path));
    bytes -= this.#sizeOf(removals);
    const build = randomUUID();
    const text = JSON.stringify({ about: ABOUT, build, bytes, files: Object.fromEntries(files) });
    writeFileSync(join(this.#staging, MARKER), `${text}\n`);
    changeSite(this.directory, { kept: this.#kept, removals, last: MARKER });
    return { files: files.size, bytes, build };
  }

  /** Ends a build that failed. The last site stays. */
  abandon(): void {
    dropStaging(this.directory);
  }

  #sizeOf(paths: Iterable<string>): number {
    let bytes = 0;
    for (const path of paths) bytes += statSync(join(this.directory, path), { throwIfNoEntry: false })?.size ?? 0;
    return bytes;
  }
}

/** The files of a site, without the one that lists them, and their content in bytes. */
export interface SiteSize {
  files: number;
  bytes: number;
  /** The id of the build. */
  build: string;
}

/** Whether a directory has exactly the files of the build with this id. */
export function hasWholeSite(directory: string, build: string): boolean {
  const marker = readMarker(directory);
  if (marker.build !== build || !marker.files || existsSync(`${directory}/${BUILD_FOLDER}`)) return false;
  let found = 0;
  for (const path of walkSite(directory, LEFT_ALONE)) {
    if (!marker.files.has(path)) return false;
    found++;
  }
  return found === marker.files.size;
}

/** The files of the last build with their digests. Throws if the directory has other files. */
function ownFiles(directory: string, { files }: Marker): Map<string, string> {
  const present = new Map<string, string>();
  for (const path of walkSite(directory, LEFT_ALONE)) {
    if (files && !files.has(path)) {
      throw new ChronicleError(
        'CHRONICLE_NOT_OURS',
        `${directory} contains files that \`chronicle build\` did not write, such as ${path}. Choose an empty or new directory with --out. Nothing was changed.`,
      );
    }
    present.set(path, files?.get(path) ?? '');
  }
  return present;
}

interface Marker {
  build?: string | undefined;
  bytes?: number | undefined;
  /** Null if a build was interrupted, so that any file may be its own. */
  files: ReadonlyMap<string, string> | null;
}

function readMarker(directory: string): Marker {
  try {
    const { files, ...rest } = markerSchema.parse(JSON.parse(readFileSync(join(directory, MARKER), 'utf8')));
    if (files === null) return { files };
    return { ...rest, files: new Map(Array.isArray(files) ? files.map((path) => [path, '']) : Object.entries(files)) };
  } catch {
    return { files: new Map() };
  }
}
