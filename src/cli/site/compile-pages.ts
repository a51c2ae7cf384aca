/**
 * A process of its own, which compiles the code of pages: Astro and Vite need 400 MB for that, and never return them. `build`
 * starts it with an empty directory for the code, and prints its output if it fails. It ends when its stdin is closed, as
 * when `build` is killed.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { AstroIntegration } from 'astro';
import { pagesIntegration } from '#content-loader/pages-integration.ts';
import { commandConfig } from '#content-loader/site-root.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';
import { loadAstro } from './astro.ts';

const [directory = ''] = process.argv.slice(2);
const world = realWorld();
const site = `${directory}/site`;
const cacheDir = `${directory}/cache`;

process.stdin.once('close', () => process.exit(1)).resume();
process.stdin.unref();
try {
  const config = commandConfig(layoutIn(world), pagesIntegration());
  mkdirSync(site, { recursive: true, mode: 0o700 });
  const astro = await loadAstro(world);
  // Astro writes its temporary files below the working directory, and resolves modules from there.
  process.chdir(config.root);
  await astro.build({
    ...config,
    outDir: site,
    cacheDir,
    integrations: [...(config.integrations ?? []), withoutPages()],
  });
  rmSync(cacheDir, { recursive: true, force: true });
} catch (error) {
  process.stdout.write(reasonOf(error));
  process.exitCode = 1;
}

/** The first line that says what is wrong. */
function reasonOf(error: unknown): string {
  const lines = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).split('\n');
  const reason = lines.find((line) => line.trim() !== '' && !line.startsWith('Build failed')) ?? '';
  return reason.startsWith('Panic') ? 'the compiler crashed. Run the command again' : reason;
}

/** Takes the code from where Astro would remove it, and renders nothing. */
function withoutPages(): AstroIntegration {
  return {
    name: 'session-chronicle:without-pages',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) =>
        setPrerenderer((usual) => ({
          ...usual,
          name: 'session-chronicle',
          setup: async () => renameSync(`${site}/.prerender`, `${directory}/code`),
          getStaticPaths: async () => [],
        })),
    },
  };
}
