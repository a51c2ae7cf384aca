/** What a site is made from: a build that would be made from the same writes the same, and is left out. */
import { sha1Of, stampTree } from '#src/lib/digest.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';
import { planPlaces } from '#src/notes/find-plans.ts';
import type { Env } from '#src/lib/env.ts';
import { indexFiles, type Paths, sessionIndexes, sitesBeside } from '#src/lib/paths.ts';
import { localDay } from '#src/lib/text/day.ts';
import { codeVersion } from './code-version.ts';

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
  return sha1Of(JSON.stringify([codeVersion([paths.config]), day, outDir, isSample, hasSearch, user, ...stamps]));
}
