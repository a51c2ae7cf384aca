/** The build itself: `build.ts` loads it if anything has changed. */
import { accessSync, constants } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { ownPlace, postService, samplePlace } from '#content-loader/served-archive.ts';
import { currentSnapshot, provideArchive, sharedMemory } from '#content-loader/current-archive.ts';
import { searchDocuments } from '#src/index/search-documents.ts';
import { type IndexProgress, writeSearch } from '#src/index/site-search.ts';
import { exclusively } from '#src/lib/lock.ts';
import type { Archive } from '#src/archive/archive.ts';
import { openArchive } from '#src/archive/archive.ts';
import { writeSessionFiles } from '#src/archive/session-files.ts';
import { updateGrown } from '#src/import/grown-sessions.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { grouped } from '#src/lib/grouped.ts';
import { makeDirectory } from '#src/lib/private-directory.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { type Pages, loadPages, requestFor } from '#src/server/pages.ts';
import { type BuildChoices, archiveStamp, planStamp, siteKey } from '#src/server/site-inputs.ts';
import { type AboutBuild, type SiteOutput, type SiteSize, openOutput } from '#src/server/site-output.ts';
import type { Io } from '../terminal/io.ts';
import { Progress } from '../terminal/progress.ts';
import { requireNode } from './site-place.ts';

/** How often rendering pauses (ms). */
const PAUSE_EVERY = 100;
const NOT_FOUND = '/404/';

/** A site as `build` reports it; `took` is null if it was there already. */
export interface BuiltSite extends SiteSize, Pick<AboutBuild, 'sessions' | 'problems' | 'broken'> {
  /** A line for each page that could not be made. */
  missing: string[];
  took: string | null;
}

interface Given {
  choices: BuildChoices;
  /** The owner's settings; null for the sample. */
  settings: Parameters<typeof ownPlace>[1] | null;
  /** Of the archive's files, before it is opened. */
  stamp: string;
}

/** Builds the site of the owner's archive, or of the sample. Refuses (CHRONICLE_BUSY) during another build. */
export async function buildSite(io: Io, paths: Paths, given: Given): Promise<BuiltSite> {
  requireNode();
  makeCache(paths);
  return exclusively(`${paths.cache}/build.lock`, 'Another build', async () => {
    const progress = new Progress(io.stderr);
    const output = openOutput(given.choices.outDir);
    try {
      return await build(io, paths, given, output, progress);
    } catch (error) {
      output.abandon();
      throw error instanceof ChronicleError ? error : failed(given.choices.outDir, error);
    } finally {
      progress.end();
    }
  });
}

/** Creates the directory of what a build keeps for others, and of its lock. Refuses a read-only disk (CHRONICLE_READ_ONLY). */
function makeCache({ cache }: Paths): void {
  try {
    makeDirectory(cache);
    accessSync(cache, constants.W_OK);
  } catch (error) {
    if (!isErrno(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
    throw new ChronicleError(
      'CHRONICLE_READ_ONLY',
      `${sentenceOf(error)} A build keeps lookups there: make it writable, then run this again. Nothing was written.`,
    );
  }
}

async function build(
  io: Io,
  paths: Paths,
  { choices, settings, stamp }: Given,
  output: SiteOutput,
  progress: Progress,
): Promise<BuiltSite> {
  const { env } = io;
  const begun = performance.now();
  const told = (doing: string) => (done: number, of: number) =>
    progress.say(`${doing}, ${grouped(done)} of ${grouped(of)}`);
  const pages = await loadPages(env, (work) => {
    progress.say('Compiling pages');
    return work();
  });
  const place = settings ? ownPlace(paths, settings) : samplePlace();
  const open = () => openArchive({ ...place, origin: settings ? 'own' : 'sample', watch: false });
  progress.say('Reading the archive');
  let archive = open();
  let shownStamp = stamp;
  if (settings && (await addFacts(io, paths, archive, told('Reading transcripts')))) {
    // The facts were written after the stamp was taken: pages show what is read after the next one.
    archive.close();
    shownStamp = archiveStamp(paths, choices);
    archive = open();
  }
  const { sessions, attention } = archive.snapshot;
  const roots = [...new Set(sessions.flatMap(({ project: { root } }) => root ?? []))];
  const plans = planStamp(roots);
  provideArchive(archive, { posts: postService(currentSnapshot, { isDev: false, env }) });
  const missing = await writePages(pages, output, told('Rendering pages'));
  writeSessionFiles(sessions, archive, output);
  if (choices.hasSearch)
    await writeSearch(
      searchDocuments(archive),
      (path, content) => output.write(path, content),
      told('Indexing for search'),
    );
  writeMemoryIndex(paths, archive.snapshot, sharedMemory(sessions));
  const shown = {
    sessions: sessions.length,
    problems: attention.map(({ path, problem }) => `${path}:${problem.line}:${problem.column}: ${problem.message}`),
    broken: new Set(attention.map(({ path }) => path)).size,
  };
  // What changed while pages were drawn may be in some of them only: the next build draws them all.
  const isSettled = missing.length === 0 && archiveStamp(paths, choices) === shownStamp;
  const key = isSettled ? siteKey({ env, paths, choices }, [shownStamp, plans]) : '';
  const size = output.seal({ key, roots, ...shown });
  return { ...size, ...shown, missing, took: `${((performance.now() - begun) / 1000).toFixed(1)} s` };
}

/** Writes all pages, and what they name. A page that cannot be made is left out; returns a line for each. */
export async function writePages(pages: Pages, output: SiteOutput, progress: IndexProgress): Promise<string[]> {
  const missing: string[] = [];
  for (const [path, bytes] of pages.files) output.write(path, bytes);
  const addresses = await pages.addresses();
  let last = 0;
  for (const [done, address] of addresses.entries()) {
    if (performance.now() - last > PAUSE_EVERY) {
      progress(done, addresses.length);
      // Timers run, such as the one that draws the progress.
      await setImmediate();
      last = performance.now();
    }
    try {
      const page = await pages.render(requestFor(address));
      if (page.status !== (address === NOT_FOUND ? 404 : 200)) throw new Error(`its status is ${page.status}`);
      output.write(fileOf(address), new Uint8Array(await page.arrayBuffer()));
    } catch (error) {
      if (isErrno(error, 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS')) throw error;
      missing.push(`${address} could not be made: ${reasonOf(error)}.`);
    }
  }
  return missing;
}

/** The file for an address. */
function fileOf(address: string): string {
  if (address === NOT_FOUND) return '404.html';
  const path = decodeURIComponent(address).slice(1);
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}

/**
 * Writes what the transcripts of sessions show by now to their facts. Returns whether any were written. If that fails, the
 * site is built all the same.
 */
async function addFacts(
  { env }: Io,
  paths: Paths,
  { snapshot: { sessions } }: Archive,
  progress: IndexProgress,
): Promise<boolean> {
  const options = { sessions, patience: Number.POSITIVE_INFINITY, progress };
  const result = await updateGrown(env, paths, options).catch(() => null);
  // Before a failure, some may have been.
  return result === null || result.changed.length > 0;
}

function failed(outDir: string, error: unknown): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_BUILD_FAILED',
    `The build failed: ${reasonOf(error)}. No chronicle was changed, and ${outDir} is as it was.`,
  );
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
}
