/** The build itself: `build.ts` loads it if anything has changed. */
import { rmSync } from 'node:fs';
import { ownPlace, samplePlace } from '#content-loader/archive-place.ts';
import { provideArchive, sharedMemoryRecord } from '#content-loader/current-archive.ts';
import { keptPages } from '#content-loader/kept-pages.ts';
import { commandConfig } from '#content-loader/site-root.ts';
import type { Archive } from '#src/node/archive/archive.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { writeSessionFiles } from '#src/node/archive/session-files.ts';
import { type Config, readConfig } from '#src/node/config.ts';
import { installed } from '#src/node/installed.ts';
import { writeMemoryIndex } from '#src/node/memory/write-memory-index.ts';
import { parsedFiles } from '#src/node/recall/parsed-files.ts';
import { codeVersion } from '#src/node/site/code-version.ts';
import { openOutput, type SiteSize } from '#src/node/site/site-output.ts';
import { exclusively } from '#src/node/store/exclusive.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { harvestInto } from '../archive/fresh-archive.ts';
import type { Io } from '../terminal/io.ts';
import { Progress } from '../terminal/progress.ts';
import { loadAstro } from './astro.ts';
import { BuildPhases } from './build-phases.ts';
import type { BuildChoices, BuildInputs, LastBuild } from './last-build.ts';

/** A site as `build` reports it; `took` is null if it was there already. */
export interface BuiltSite extends Pick<LastBuild, 'files' | 'bytes' | 'sessions' | 'problems' | 'broken'> {
  took: string | null;
}

interface Given {
  choices: BuildChoices;
  /** The owner's settings; null for the sample. */
  settings: Pick<Config, 'roots' | 'machines'> | null;
  inputs: BuildInputs;
}

/** Builds the site of the owner's archive, or of the sample. Refuses (CHRONICLE_BUSY) during another build. */
export async function buildSite(io: Io, layout: Layout, { choices, settings, inputs }: Given): Promise<BuiltSite> {
  const place = settings ? { ...ownPlace(layout, settings), known: parsedFiles(layout) } : samplePlace();
  const progress = new Progress(io.stderr);
  const phases = new BuildPhases(progress);
  try {
    const archive = await phases.run('archive', 'Reading the archive', () =>
      openArchive({ ...place, origin: settings ? 'own' : 'sample', watch: false }),
    );
    if (settings)
      await phases.run('transcripts', 'Reading transcripts', () => readTranscripts(io, layout, archive, progress));
    const { sessions, attention } = archive.snapshot;
    const roots = [...new Set(sessions.flatMap(({ project: { root } }) => root ?? []))];
    const checkouts = inputs.checkouts(roots);
    const size = await writeSite(io, layout, archive, { ...choices, phases });
    await phases.run('lookups', 'Writing lookups of memories', () =>
      writeMemoryIndex(layout, archive.snapshot, sharedMemoryRecord(sessions)),
    );
    const shown = {
      sessions: sessions.length,
      problems: attention.map(({ path, problem }) => `${path}:${problem.line}:${problem.column}: ${problem.message}`),
      broken: new Set(attention.map(({ path }) => path)).size,
    };
    inputs.finish(size, { ...shown, roots, checkouts });
    return { ...size, ...shown, took: phases.summary() };
  } finally {
    progress.end();
  }
}

/** Adds what the transcripts of sessions show by now. Without it, the site is built all the same. */
async function readTranscripts({ world }: Io, layout: Layout, archive: Archive, progress: Progress): Promise<void> {
  const patience = Number.POSITIVE_INFINITY;
  const say = (done: number, of: number) => progress.say(`Reading transcripts, ${done} of ${of}`);
  await harvestInto(archive, world, layout, { patience, progress: say }).catch(() => null);
}

interface BuildOptions extends BuildChoices {
  phases: BuildPhases;
}

async function writeSite(
  io: Io,
  layout: Layout,
  archive: Archive,
  { outDir, hasSearch, phases }: BuildOptions,
): Promise<SiteSize> {
  const astro = await phases.run('start', 'Starting Astro', () => loadAstro(io.world));
  const config = commandConfig(layout);
  return exclusively(`${layout.cache}/build.lock`, 'Another build', async () => {
    const output = openOutput(outDir);
    provideArchive(archive);
    // Astro writes its temporary files below the working directory, and resolves modules from there.
    io.changeDirectory(config.root);
    const progress = (done: number, of: number) => phases.advance('Rendering pages', done, of);
    const integrations = [
      ...(config.integrations ?? []),
      keptPages({ output, version: versionFor(io, layout), progress }),
    ];
    try {
      await phases.run('pages', 'Preparing pages', () =>
        astro.build({ ...config, outDir: output.staging, integrations }).catch((error) => broken(outDir, error)),
      );
      await phases.run('sources', 'Writing sources', () =>
        writeSessionFiles(archive.snapshot.sessions, archive, output),
      );
      if (hasSearch) {
        await phases.run('search', 'Indexing for search', async () => {
          const { writeSearch } = await installed('pagefind', () => import('#src/node/search/write-search.ts'));
          const indexed = (done: number, of: number) => phases.advance('Indexing for search', done, of);
          await writeSearch(archive, { cacheDir: layout.cache, output, progress: indexed });
        });
      }
    } catch (error) {
      output.abandon();
      throw error;
    }
    // Astro's own copies of pages, from before this version.
    for (const name of ['dist', 'incremental-build.json', 'build'])
      rmSync(`${layout.cache}/astro/${name}`, { recursive: true, force: true });
    return phases.run('replacing', 'Putting the site in place', () => output.seal());
  });
}

/** Pages name the owner's directories and editor. */
function versionFor(io: Io, layout: Layout): string {
  const { config } = readConfig(layout);
  return codeVersion([layout.config, io.world.home, config.editor]);
}

function broken(outDir: string, error: unknown): never {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  throw new ChronicleError(
    'CHRONICLE_BUILD_FAILED',
    `The build failed: ${reason}. No chronicle was changed, and ${outDir} is as it was.`,
  );
}
