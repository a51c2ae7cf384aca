/**
 * The compiled code of pages, kept between builds: it depends on the program and not on the archive.
 *
 *     <place>/code/prerender-entry.….mjs    what makes pages from an archive
 *     <place>/site/_astro/….css             the styles, scripts and fonts that they name
 *     <place>/about.json                    what it was compiled from, and a digest of each file
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { sha256Of } from '../disk/digest.ts';
import { walkSite } from './walk-site.ts';

const ABOUT = 'about.json';
const aboutSchema = z.object({ key: z.string(), files: z.record(z.string(), z.string()) });

/** The entry, named by Astro. */
const ENTRY = /^code\/prerender-entry\b[^/]*\.mjs$/;
const ASSET = 'site/';

export interface PageCode {
  /** Absolute. */
  entry: string;
  /** Files that every site needs besides its pages. */
  assets: Asset[];
}

export interface Asset {
  /** In the site. */
  path: string;
  digest: string;
  /** Absolute. */
  source: string;
}

/** The code that is kept at `place`; null if it was compiled from something else, or if any file is missing or has changed. */
export function keptPageCode(place: string, key: string): PageCode | null {
  try {
    const about = aboutSchema.parse(JSON.parse(readFileSync(join(place, ABOUT), 'utf8')));
    if (about.key !== key) return null;
    const files = Object.entries(about.files);
    if (files.some(([path, digest]) => digestOf(join(place, path)) !== digest)) return null;
    const entry = files.find(([path]) => ENTRY.test(path));
    return entry ? { entry: join(place, entry[0]), assets: assetsOf(place, files) } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the code that was compiled into the directory `compiled`, in place of what is at `place`. Both are on one disk. Returns
 * null if it has no entry.
 */
export function keepPageCode(compiled: string, place: string, key: string): PageCode | null {
  const files = [...walkSite(compiled, new Set([ABOUT]))].map((path) => [path, digestOf(join(compiled, path))]);
  writeFileSync(join(compiled, ABOUT), JSON.stringify({ key, files: Object.fromEntries(files) }), { mode: 0o600 });
  rmSync(place, { recursive: true, force: true });
  renameSync(compiled, place);
  return keptPageCode(place, key);
}

function assetsOf(place: string, files: readonly [path: string, digest: string][]): Asset[] {
  return files
    .filter(([path]) => path.startsWith(ASSET) && !basename(path).startsWith('.'))
    .map(([path, digest]) => ({ path: path.slice(ASSET.length), digest, source: join(place, path) }));
}

function digestOf(file: string): string {
  return sha256Of(readFileSync(file));
}
