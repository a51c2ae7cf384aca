/**
 * The directory that `build` writes. A new site is made beside the old one, and takes its place by two renames:
 *
 *     notes/site          the site; `.session-chronicle.json` in it lists its files
 *     notes/.site.new     the next one, while a build runs
 *     notes/.site.old     the last one, until it is removed
 *
 * Whatever a killed build left, the next build or preview finds a whole site. Files from elsewhere are never removed.
 */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { makeDirectory } from '#src/lib/private-directory.ts';
import { isRunning, markOf } from '#src/lib/lock.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { sitesBeside } from '#src/lib/paths.ts';
import { walkSite } from './walk-site.ts';

/** The file that lists what `build` wrote to a directory, so that nothing else is ever removed. */
const MARKER = '.session-chronicle.json';
/** A site may be in a Git work tree, so `.git` is allowed, and moves to the next site. */
const GIT = '.git';
const LEFT_ALONE: ReadonlySet<string> = new Set([MARKER, GIT]);
const ABOUT = 'Written by chronicle build, which replaces the files listed here. Delete this file to prevent that.';

/** What is kept of a build. */
const aboutSchema = z.object({
  /** Of all that the site was made from; empty if that changed meanwhile, or if a page is missing. */
  key: z.string(),
  /** The directories of projects, in which plans are. */
  roots: z.array(z.string()),
  sessions: z.number(),
  /** A line for each problem in files. */
  problems: z.array(z.string()),
  /** How many files have any. */
  broken: z.number(),
});

const markerSchema = z.object({
  /** The process that made the site. */
  owner: z.optional(z.object({ pid: z.number(), started: z.nullable(z.string()) })),
  files: z.array(z.string()),
  bytes: z.optional(z.number()),
  about: z.optional(z.unknown()),
  made: z.optional(aboutSchema),
});

type Marker = z.infer<typeof markerSchema>;
export type AboutBuild = z.infer<typeof aboutSchema>;

/** The files of a site, without the one that lists them, and their content in bytes. */
export interface SiteSize {
  files: number;
  bytes: number;
}

/**
 * Begins a new site for a directory, which may be missing. Completes what a killed build has begun. Throws CHRONICLE_NOT_OURS
 * if the directory, or one that is in the way, has a file that `build` did not write, CHRONICLE_BUSY during another build, and
 * CHRONICLE_READ_ONLY if nothing can be written beside it.
 */
export function openOutput(directory: string): SiteOutput {
  const site = existsSync(directory) ? realpathSync(directory) : resolve(directory);
  requireOwn(site, markerOf(site));
  const next = sitesBeside(site).next;
  const owner = markerOf(next)?.owner;
  if (owner && owner.pid !== process.pid && isRunning(owner)) throw busy(site);
  try {
    makeDirectory(dirname(site));
    completeChange(site);
    removeOwn(next);
    mkdirSync(next, { mode: 0o700 });
    writeMarker(next, { owner: markOf(process.pid), files: [] });
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw busy(site);
    if (!isErrno(error, 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR')) throw error;
    // People do not know the directory that is made first.
    if (error instanceof Error) Object.assign(error, { path: site });
    throw new ChronicleError(
      'CHRONICLE_READ_ONLY',
      `${sentenceOf(error)} A build makes the new site beside the old one. Make its directory writable, or choose another with --out. Nothing was changed.`,
    );
  }
  return new SiteOutput(site, next);
}

/** The next site of a directory. */
export class SiteOutput {
  readonly #site: string;
  readonly #next: string;
  readonly #files = new Set<string>();
  /** The directories of its files. */
  readonly #made = new Set<string>();
  #bytes = 0;

  constructor(site: string, next: string) {
    [this.#site, this.#next] = [site, next];
  }

  /** Writes a file, at a path relative to the site. If the last site has the same bytes there, it is the same file. */
  write(path: string, content: Uint8Array | string): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const file = join(this.#next, path);
    const folder = dirname(file);
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
    if (!hasBytes(join(this.#site, path), bytes) || !isLinked(join(this.#site, path), file)) writeFileSync(file, bytes);
    this.#files.add(path);
    this.#bytes += bytes.length;
  }

  /**
   * Puts the new site in the place of the last one, with what is to be kept of the build. Throws CHRONICLE_BUILD_FAILED if the
   * directory cannot be renamed: then the last site is as it was.
   */
  seal(made: AboutBuild): SiteSize {
    const files = [...this.#files].sort();
    const size = { files: files.length, bytes: this.#bytes };
    writeMarker(this.#next, { owner: markOf(process.pid), about: ABOUT, made, bytes: size.bytes, files });
    // Somebody may have put a file there meanwhile.
    const last = markerOf(this.#site);
    requireOwn(this.#site, last);
    const aside = sitesBeside(this.#site).last;
    try {
      if (existsSync(this.#site)) {
        if (!last) writeMarker(this.#site, { files: [] });
        renameSync(this.#site, aside);
      }
      renameSync(this.#next, this.#site);
    } catch (error) {
      if (existsSync(aside) && !existsSync(this.#site)) renameSync(aside, this.#site);
      throw new ChronicleError(
        'CHRONICLE_BUILD_FAILED',
        `${this.#site} could not be replaced: ${sentenceOf(error)} It is as it was. Close the programs that use the directory, or choose another with --out.`,
      );
    }
    completeChange(this.#site);
    return size;
  }

  /** Ends a build that failed. The last site stays. */
  abandon(): void {
    removeOwn(this.#next);
  }
}

/**
 * Whether a directory has a whole site, or none, for whoever reads it: false for the moment in which a running build replaces
 * it. Puts the last site back if a build was killed in that moment. A site that nobody changes costs one look at the disk.
 */
export function settleSite(directory: string): boolean {
  if (existsSync(directory)) return true;
  const site = resolve(directory);
  const aside = sitesBeside(site).last;
  if (!markerOf(aside)) return true;
  const owner = markerOf(sitesBeside(site).next)?.owner;
  if (owner && owner.pid !== process.pid && isRunning(owner)) return false;
  try {
    renameSync(aside, site);
  } catch {
    // Another process was faster.
  }
  return true;
}

/** What is kept of the build whose site is in a directory, with its size; null if any file is missing, or another is there. */
export function wholeSite(directory: string): (SiteSize & AboutBuild) | null {
  const { made, files = [], bytes = 0 } = markerOf(directory) ?? {};
  if (!made) return null;
  const listed = new Set(files);
  let found = 0;
  for (const path of walkSite(directory, LEFT_ALONE)) {
    if (!listed.has(path)) return null;
    found++;
  }
  return found === listed.size ? { ...made, files: found, bytes } : null;
}

/** Completes what was begun with the last site: puts it back, or removes it when the next one is there. */
function completeChange(site: string): void {
  const aside = sitesBeside(site).last;
  if (!existsSync(aside)) return;
  if (!markerOf(aside)) throw notOurs(aside);
  if (!existsSync(site)) {
    renameSync(aside, site);
    return;
  }
  if (existsSync(join(aside, GIT)) && !existsSync(join(site, GIT))) renameSync(join(aside, GIT), join(site, GIT));
  removeOwn(aside);
}

/** Removes a site or an unfinished one. Leaves anything else, and throws CHRONICLE_NOT_OURS. */
function removeOwn(directory: string): void {
  if (!existsSync(directory)) return;
  const names = readdirSync(directory);
  if (names.length > 0 && (!markerOf(directory) || names.includes(GIT))) throw notOurs(directory);
  // The marker last: what is left of a killed process is still known by it.
  for (const name of [...names.filter((each) => each !== MARKER), ''])
    rmSync(join(directory, name), { recursive: true });
}

/** Throws if a directory has a file that its marker does not list. */
function requireOwn(directory: string, marker: Marker | null): void {
  const listed = new Set(marker?.files);
  for (const path of walkSite(directory, LEFT_ALONE)) if (!listed.has(path)) throw notOurs(directory, path);
}

function notOurs(directory: string, path?: string): ChronicleError {
  const such = path === undefined ? '' : `, such as ${path}`;
  return new ChronicleError(
    'CHRONICLE_NOT_OURS',
    `${directory} contains files that \`chronicle build\` did not write${such}. Choose an empty or new directory with --out. Nothing was changed.`,
  );
}

function busy(site: string): ChronicleError {
  return new ChronicleError('CHRONICLE_BUSY', `Another build is making ${site}. Nothing was changed.`);
}

function hasBytes(file: string, bytes: Uint8Array): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === bytes.length && readFileSync(file).equals(bytes);
}

/** Not every file system has links. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function writeMarker(directory: string, marker: Marker): void {
  writeFileSync(join(directory, MARKER), `${JSON.stringify(marker)}\n`);
}

/** Null without one that can be used. */
function markerOf(directory: string): Marker | null {
  try {
    return markerSchema.parse(JSON.parse(readFileSync(join(directory, MARKER), 'utf8')));
  } catch {
    return null;
  }
}
