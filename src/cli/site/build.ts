import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownPlace, samplePlace } from '#content-loader/archive-place.ts';
import { provideArchive } from '#content-loader/current-archive.ts';
import { keptPages } from '#content-loader/kept-pages.ts';
import { commandConfig } from '#content-loader/site-root.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { Archive, ArchiveSnapshot } from '#src/node/archive/archive.ts';
import type { ArchivePlace } from '#src/node/archive/displayed-archive.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { writeSessionFiles } from '#src/node/archive/session-files.ts';
import { installed } from '#src/node/installed.ts';
import { writeMemoryIndex } from '#src/node/memory/write-memory-index.ts';
import { parsedFiles } from '#src/node/recall/parsed-files.ts';
import { openOutput, type SiteSize } from '#src/node/site/site-output.ts';
import { exclusively } from '#src/node/store/exclusive.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import { diskSize } from '#src/text/disk-size.ts';
import { harvestInto } from '../archive/fresh-archive.ts';
import { archiveSettings } from '../archive/own-roots.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { printText, say } from '../terminal/print.ts';
import { Progress } from '../terminal/progress.ts';
import { loadAstro } from './astro.ts';
import { BuildPhases } from './build-phases.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle build', 'builds the site where chronicle preview expects it'],
    ['chronicle build --out ~/notes/site --strict', 'builds it elsewhere, and exits with 1 if any file has a problem'],
  ],
  exits: { 1: 'with --strict, a file has a problem; the site is built anyway' },
  files: [
    ['<config>/projects/*/chronicle/', 'the archive'],
    ['<config>/session-chronicle/site/', 'the site, unless --out names another directory'],
    ['<config>/session-chronicle/cache/', 'caches; safe to delete'],
  ],
};

export const command = defineCommand({
  meta: { name: 'chronicle build', description: 'Build the site as static files' },
  args: {
    out: {
      type: 'string',
      valueHint: 'directory',
      description: 'Directory to write to; replaces an earlier build there',
    },
    strict: { type: 'boolean', description: 'Exit with 1 if any file has a problem' },
    search: { type: 'boolean', default: true, negativeDescription: 'Leave out the search index' },
    sample: { type: 'boolean', description: 'Build the sample archive instead of your own' },
  },
  async run({ args, io }) {
    const layout = layoutIn(io.world);
    const outDir = args.out === undefined ? layout.site : resolve(io.world.cwd, args.out);
    const place = args.sample ? samplePlace() : placeOf(io, layout);
    const archive = openArchive({ ...place, origin: args.sample ? 'sample' : 'own', watch: false });
    const progress = new Progress(io.stderr);
    const phases = new BuildPhases(progress);
    let size: SiteSize;
    try {
      if (!args.sample)
        await phases.run('transcripts', 'Reading transcripts', () => readTranscripts(io, layout, archive, progress));
      size = await buildSite(io, layout, archive, { outDir, hasSearch: args.search, phases });
    } finally {
      progress.end();
    }
    writeMemoryIndex(layout, archive.snapshot);
    const { attention } = archive.snapshot;
    for (const { path, problem } of attention) say(io, `${path}:${problem.line}:${problem.column}: ${problem.message}`);
    say(io, conclusion(archive.snapshot));
    say(io, `${counted(size.files, 'file')}, ${diskSize(size.bytes)}. It took ${phases.summary()}.`);
    printText(io, `${outDir}\n`);
    return args.strict && attention.length > 0 ? 1 : 0;
  },
});

function placeOf(io: Io, layout: Layout): ArchivePlace {
  if (existsSync(layout.config))
    return { ...ownPlace(layout, archiveSettings(io, layout)), known: parsedFiles(layout) };
  throw new ChronicleError(
    'CHRONICLE_NO_CONFIG',
    `${layout.config} does not exist. Either Claude Code has not run here yet, or it uses another directory: set CLAUDE_CONFIG_DIR. Nothing was written.`,
  );
}

/** Adds what the transcripts of sessions show by now. Without it, the site is built all the same. */
async function readTranscripts({ world }: Io, layout: Layout, archive: Archive, progress: Progress): Promise<void> {
  const patience = Number.POSITIVE_INFINITY;
  const say = (done: number, of: number) => progress.say(`Reading transcripts, ${done} of ${of}`);
  await harvestInto(archive, world, layout, { patience, progress: say }).catch(() => null);
}

interface BuildOptions {
  outDir: string;
  hasSearch: boolean;
  phases: BuildPhases;
}

async function buildSite(
  io: Io,
  layout: Layout,
  archive: Archive,
  { outDir, hasSearch, phases }: BuildOptions,
): Promise<SiteSize> {
  const astro = await phases.run('start', 'Starting Astro', () => loadAstro(io.world));
  const config = commandConfig(layout);
  return exclusively(`${layout.cache}/build.lock`, 'Another build', async () => {
    const output = openOutput(outDir, `${layout.cache}/astro/build`);
    provideArchive(archive);
    // Astro writes its temporary files below the working directory, and resolves modules from there.
    io.changeDirectory(config.root);
    const integrations = [...(config.integrations ?? []), keptPages((path) => output.keep(path))];
    await phases.run('pages', 'Rendering pages', () =>
      astro.build({ ...config, outDir, integrations }).catch((error: unknown) => broken(outDir, error)),
    );
    await phases.run('sources', 'Writing sources', () => writeSessionFiles(archive.snapshot.sessions, archive, output));
    if (hasSearch) {
      await phases.run('search', 'Indexing for search', async () => {
        const { writeSearch } = await installed('pagefind', () => import('#src/node/search/write-search.ts'));
        await writeSearch(archive, { cacheDir: layout.cache, output });
      });
    }
    return phases.run('cleaning up', 'Removing old files', () => output.seal());
  });
}

function broken(outDir: string, error: unknown): never {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  throw new ChronicleError(
    'CHRONICLE_BUILD_FAILED',
    `The build failed: ${reason}. ${outDir} is incomplete; no chronicle was changed.`,
  );
}

function conclusion({ sessions, attention }: ArchiveSnapshot): string {
  const files = new Set(attention.map(({ path }) => path)).size;
  const built = `Built the site from ${counted(sessions.length, 'session')}.`;
  return files === 0 ? built : `${built} ${counted(files, 'file')} ${files === 1 ? 'has' : 'have'} problems.`;
}
