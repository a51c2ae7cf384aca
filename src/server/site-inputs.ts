/** What a site is made from: a build that would be made from the same writes the same, and is left out. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { codeOf, isErrno } from '#src/lib/chronicle-error.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';
import { planPlaces } from '#src/notes/find-plans.ts';
import type { Env } from '#src/lib/env.ts';
import { indexFiles, type Paths, sessionIndexes, sitesBeside, WORK_FOLDER } from '#src/lib/paths.ts';
import { localDay } from '#src/lib/text/day.ts';
import { pagesVersion } from './pages.ts';

export interface BuildChoices {
  outDir: string;
  isSample: boolean;
  hasSearch: boolean;
  /** The archive's further directories. */
  roots: readonly string[];
}

/** A stamp of the archive's files and the owner's settings. Take it before the archive is opened. */
export function archiveStamp(paths: Paths, { outDir, isSample, roots }: BuildChoices): string {
  const { projects, state, config, cache, site, app, memoryIndex, noted, index, addresses } = paths;
  const derived = [
    cache,
    site,
    app,
    memoryIndex,
    noted,
    addresses,
    ...sessionIndexes(paths),
    ...indexFiles(index),
    outDir,
  ];
  const own = [projects, ...roots, state, `${config}/settings.json`];
  const places = isSample ? [sampleDirectory(), state] : own;
  return stampTree(
    places,
    new Set([...derived, ...Object.values(sitesBeside(site)), ...Object.values(sitesBeside(outDir))]),
  );
}

/** A stamp of the plans in the checkouts of projects. Take it before pages are drawn. */
export function planStamp(roots: readonly string[]): string {
  const places = roots.flatMap((root) => planPlaces(checkoutOf(root)));
  return stampTree([...new Set(places)], new Set());
}

/** The key of a site, from these stamps, the program, and the day: pages say what is due, and what happened lately. */
export function siteKey(
  { env, paths, choices }: { env: Env; paths: Paths; choices: BuildChoices },
  stamps: readonly string[],
): string {
  const { variables, host, home, now } = env;
  const { outDir, isSample, hasSearch } = choices;
  const user = [variables.USER, variables.LOGNAME, variables.USERNAME, host, home];
  const day = localDay(now().toISOString());
  return sha1Of(JSON.stringify([pagesVersion(), paths.config, day, outDir, isSample, hasSearch, user, ...stamps]));
}

/** Deeper directories are not looked at: a link may lead back. */
const DEEPEST = 12;

/**
 * A digest that changes whenever a file below the given files and directories, which may be missing, is added, changed, renamed
 * or removed. Looks at the size, times and number of every file, and follows links. `skipped` are paths that do not count.
 */
export function stampTree(places: readonly string[], skipped: ReadonlySet<string>): string {
  const hash = createHash('sha1');
  const addFile = (path: string, { size, mtimeMs, ctimeMs, ino }: Stats): void => {
    hash.update(`${path}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\n`);
  };
  const add = (path: string, depth: number): void => {
    if (skipped.has(path)) return;
    try {
      let stats = lstatSync(path);
      if (stats.isSymbolicLink()) {
        addFile(path, stats);
        stats = statSync(path);
      }
      if (!stats.isDirectory()) {
        addFile(path, stats);
        return;
      }
      // Locks and temporary files come and go.
      const names = readdirSync(path)
        .filter((name) => name !== WORK_FOLDER)
        .sort();
      // Other directories are known by their files.
      if (names.length === 0) hash.update(`${path}/\n`);
      if (depth < DEEPEST) for (const name of names) add(`${path}/${name}`, depth + 1);
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) hash.update(`${path}\0${codeOf(error)}\n`);
    }
  };
  for (const place of places) add(place, 0);
  return hash.digest('hex');
}
