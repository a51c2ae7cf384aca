/** The build itself: `build.ts` loads it if anything has changed. */
import { type ArchiveSettings, ownPlace, samplePlace } from '#content-loader/archive-place.ts';
import { currentSnapshot, provideArchive, sharedMemory } from '#content-loader/current-archive.ts';
import { postService } from '#content-loader/post-service.ts';
import { searchDocuments } from '#src/index/search-documents.ts';
import { searchedArchive } from '#src/index/searched-archive.ts';
import { writeSearch } from '#src/index/site-search.ts';
import { exclusively } from '#src/lib/lock.ts';
import type { Archive } from '#src/node/archive/archive.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { writeSessionFiles } from '#src/node/archive/session-files.ts';
import { readConfig } from '#src/node/config.ts';
import { sha256Of } from '#src/node/disk/digest.ts';
import { readGroupings, writeGroupings } from '#src/node/memory/groupings-file.ts';
import { writeMemoryIndex } from '#src/node/memory/write-memory-index.ts';
import { codeVersion } from '#src/node/site/code-version.ts';
import type { PageCode } from '#src/node/site/page-code.ts';
import { prepareForBuild } from '#src/node/site/page-garbage.ts';
import { openOutput, type SiteOutput } from '#src/node/site/site-output.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { harvestInto } from '../archive/fresh-archive.ts';
import type { Io } from '../terminal/io.ts';
import { Progress } from '../terminal/progress.ts';
import { requireNode } from './astro.ts';
import { BuildPhases } from './build-phases.ts';
import { compiledPages } from './compiled-pages.ts';
import type { BuildChoices, BuildInputs, LastBuild } from './last-build.ts';
import { pageRoot, requireWritable } from './page-root.ts';
import { renderPages } from './render-pages.ts';

/** A site as `build` reports it; `took` is null if it was there already. */
export interface BuiltSite extends Pick<LastBuild, 'files' | 'bytes' | 'sessions' | 'problems' | 'broken'> {
  took: string | null;
}

interface Given {
  choices: BuildChoices;
  /** The owner's settings; null for the sample. */
  settings: ArchiveSettings | null;
  inputs: BuildInputs;
}

/** Builds the site of the owner's archive, or of the sample. Refuses (CHRONICLE_BUSY) during another build. */
export async function buildSite(io: Io, layout: Layout, given: Given): Promise<BuiltSite> {
  requireNode();
  const progress = new Progress(io.stderr);
  const phases = new BuildPhases(progress);
  prepareForBuild();
  pageRoot(layout);
  requireWritable(layout.cache);
  try {
    return await exclusively(`${layout.cache}/build.lock`, 'Another build', () => build(io, layout, given, phases));
  } finally {
    progress.end();
  }
}

async function build(
  io: Io,
  layout: Layout,
  { choices, settings, inputs }: Given,
  phases: BuildPhases,
): Promise<BuiltSite> {
  const { outDir } = choices;
  const output = openOutput(outDir);
  try {
    // Before the archive is opened: together they would need more memory.
    const compiling = (work: () => Promise<PageCode>) => phases.run('compiling', 'Compiling pages', work);
    const code = await compiledPages(io.world, layout, compiling).catch((error) => broken(outDir, error));
    const place = settings ? ownPlace(layout, settings) : samplePlace();
    const archive = await phases.run('archive', 'Reading the archive', () =>
      openArchive({ ...place, origin: settings ? 'own' : 'sample', watch: false }),
    );
    if (settings)
      await phases.run('transcripts', 'Reading transcripts', () => readTranscripts(io, layout, archive, phases));
    const { sessions, attention } = archive.snapshot;
    const roots = [...new Set(sessions.flatMap(({ project: { root } }) => root ?? []))];
    const checkouts = inputs.checkouts(roots);
    const program = codeVersion([]);
    const groupings = settings ? readGroupings(layout, program) : undefined;
    provideArchive(archive, { posts: postService(currentSnapshot, { isDev: false, world: io.world }), groupings });
    const version = versionFor(io, layout);
    await phases.run('pages', 'Preparing pages', () => {
      const progress = (done: number, of: number) => phases.advance('Rendering pages', done, of);
      return renderPages({ code, output, progress }).catch((error) => broken(outDir, error));
    });
    await phases.run('sources', 'Writing sources', () => writeSessionFiles(sessions, archive, { output, version }));
    if (choices.hasSearch) await writeSearchIndex(archive, output, phases);
    const size = await phases.run('replacing', 'Putting the site in place', () => output.seal());
    await phases.run('lookups', 'Writing lookups of memories', () => {
      const found = sharedMemory(sessions);
      writeMemoryIndex(layout, archive.snapshot, found?.record);
      if (settings && found) writeGroupings(layout, program, found.groupings());
    });
    const shown = {
      sessions: sessions.length,
      problems: attention.map(({ path, problem }) => `${path}:${problem.line}:${problem.column}: ${problem.message}`),
      broken: new Set(attention.map(({ path }) => path)).size,
    };
    inputs.finish(size, { ...shown, roots, checkouts });
    return { ...size, ...shown, took: phases.summary() };
  } catch (error) {
    output.abandon();
    throw error;
  }
}

/** Adds what the transcripts of sessions show by now. Without it, the site is built all the same. */
async function readTranscripts({ world }: Io, layout: Layout, archive: Archive, phases: BuildPhases): Promise<void> {
  const patience = Number.POSITIVE_INFINITY;
  const progress = (done: number, of: number) => phases.advance('Reading transcripts', done, of);
  await harvestInto(archive, world, layout, { patience, progress }).catch(() => null);
}

async function writeSearchIndex(archive: Archive, output: SiteOutput, phases: BuildPhases): Promise<void> {
  await phases.run('search', 'Indexing for search', () =>
    writeSearch(
      searchDocuments(searchedArchive(archive)),
      (path, content) => output.write(path, sha256Of(content), () => content),
      (done, of) => phases.advance('Indexing for search', done, of),
    ),
  );
}

/** Pages name the owner's directories and editor. */
function versionFor(io: Io, layout: Layout): string {
  const { config } = readConfig(layout);
  return codeVersion([layout.config, io.world.home, config.editor]);
}

function broken(outDir: string, error: unknown): never {
  if (error instanceof ChronicleError) throw error;
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  throw new ChronicleError(
    'CHRONICLE_BUILD_FAILED',
    `The build failed: ${reason}. No chronicle was changed, and ${outDir} is as it was.`,
  );
}
