/**
 * Whether a build would write what is there: a digest of all that pages are made from. A doubt means a build.
 *
 *     const inputs = new BuildInputs(world, layout, choices);
 *     inputs.unchanged();                        // the last build, if nothing has changed since
 *     inputs.finish(size, shown);                // after a build
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readBeginning } from '#src/node/disk/read-file.ts';
import { stampTree } from '#src/node/disk/stamp-tree.ts';
import { checkoutOf } from '#src/node/git/checkout.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { planPlaces } from '#src/node/plans/find-plans.ts';
import { codeVersion } from '#src/node/site/code-version.ts';
import { hasWholeSite, type SiteSize } from '#src/node/site/site-output.ts';
import type { World } from '#src/node/world.ts';
import { type Layout, WORK_FOLDER } from '#src/project/paths.ts';
import { localDay } from '#src/text/day.ts';
import { parseObject } from '#src/value/json-object.ts';

/** What is kept of a build. */
export interface LastBuild {
  /** Of all that it was made from; empty if that changed meanwhile. */
  key: string;
  outDir: string;
  /** The directories of projects, in which plans are. */
  roots: string[];
  build: string;
  files: number;
  bytes: number;
  sessions: number;
  /** A line for each problem. */
  problems: string[];
  /** How many files have any. */
  broken: number;
}

/** Two changes of a file within this time may look the same (ms): FAT counts in 2 s. */
const SETTLED_MS = 2500;

/** A line for each problem makes it long in accidents only (bytes). */
const LARGEST = 16 * 1024 * 1024;

export interface BuildChoices {
  outDir: string;
  isSample: boolean;
  hasSearch: boolean;
  /** The archive's further directories. */
  roots: readonly string[];
}

/** All that a site is made from, at one moment. */
export class BuildInputs {
  readonly #world: World;
  readonly #layout: Layout;
  readonly #choices: BuildChoices;
  /** What does not change while a build runs. */
  readonly #fixed: string;
  readonly #before: string;
  readonly #isSettled: boolean;

  /** Looks at the archive's files, before the archive is opened. */
  constructor(world: World, layout: Layout, choices: BuildChoices) {
    [this.#world, this.#layout, this.#choices] = [world, layout, choices];
    const { env, host, home } = world;
    const { outDir, isSample, hasSearch } = choices;
    const user = [env.USER, env.LOGNAME, env.USERNAME, host, home].map(String);
    this.#fixed = codeVersion([layout.config, outDir, String(isSample), String(hasSearch), ...user]);
    const now = Date.now();
    const { digest, newestMs } = this.#archive();
    this.#before = digest;
    this.#isSettled = newestMs < now - SETTLED_MS;
  }

  /** The last build, if another would write the same files. */
  unchanged(): LastBuild | null {
    const last = readLast(this.#layout);
    if (!last || last.outDir !== this.#choices.outDir || last.key === '') return null;
    const key = this.#key(this.checkouts(last.roots));
    return last.key === key && hasWholeSite(last.outDir, last.build) ? last : null;
  }

  /** A stamp of the plans in the checkouts of projects, for `finish`: take it before pages are drawn. */
  checkouts(roots: readonly string[]): string {
    const places = roots.flatMap((root) => planPlaces(checkoutOf(root), this.#layout));
    return stampTree([...new Set(places)], new Set()).digest;
  }

  /** Keeps what the build was made from, if nothing has changed since it began. */
  finish(
    { files, bytes, build }: SiteSize,
    { checkouts, ...shown }: Pick<LastBuild, 'roots' | 'sessions' | 'problems' | 'broken'> & { checkouts: string },
  ): void {
    const isSame =
      this.#isSettled && this.#archive().digest === this.#before && this.checkouts(shown.roots) === checkouts;
    const last: LastBuild = {
      ...{ key: isSame ? this.#key(checkouts) : '', outDir: this.#choices.outDir },
      ...{ build, files, bytes, ...shown },
    };
    writeLast(this.#layout, last);
  }

  #key(checkouts: string): string {
    // Written by each build, and by hooks: it has to be there.
    const lookups = stampTree([this.#layout.memoryIndex], new Set()).digest;
    // Pages say what is due, and what happened lately.
    const day = localDay(this.#world.now().toISOString());
    return [this.#fixed, this.#before, checkouts, lookups, day].join(' ');
  }

  #archive(): ReturnType<typeof stampTree> {
    const { projects, state, config, cache, site, app, memoryIndex, live } = this.#layout;
    const { outDir, isSample, roots } = this.#choices;
    const skipped = new Set([cache, site, app, memoryIndex, live, outDir, `${state}/${WORK_FOLDER}`]);
    const own = [projects, ...roots, state, `${config}/settings.json`];
    return stampTree(isSample ? [sampleDirectory(), state] : own, skipped);
  }
}

function readLast(layout: Layout): LastBuild | null {
  const last: Partial<LastBuild> = parseObject(readBeginning(lastPath(layout), LARGEST) ?? '');
  // Written whole or not at all, by this version: its key is checked.
  return typeof last.key === 'string' && Array.isArray(last.roots) ? (last as LastBuild) : null;
}

/** Without the file, the next build only takes longer. */
function writeLast(layout: Layout, last: LastBuild): void {
  const path = lastPath(layout);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(last), { mode: 0o600 });
  } catch {
    // An older one counts only for the site that it describes, and half a file does not count.
  }
}

function lastPath({ cache }: Layout): string {
  return `${cache}/last-build.json`;
}
