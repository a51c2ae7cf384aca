/**
 * Compiles the pages of the site into `pages/`, which the package contains and a clone keeps:
 *
 *     node scripts/compile-pages.ts         unless they are newer than what they are made of
 *     node scripts/compile-pages.ts --anew  in any case, as before the package is packed
 *
 *     pages/server/entry.mjs   `render` and `addresses` of site/render.ts, with all that they import
 *     pages/client             styles, scripts and fonts that pages name
 *     pages/fonts              the font of pictures in posts
 *
 * The same sources in the same place give the same bytes. Says what it does on stderr alone; exits with 1 if it fails.
 */
import { copyFileSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AstroIntegration, build } from 'astro';
import { pagesIntegration } from '#content-loader/integration.ts';
import { siteConfig } from '#content-loader/site-config.ts';
import type { VitePlugin } from '#content-loader/site-config.ts';
import { exclusively } from '#src/lib/lock.ts';
import { FONT_PACKAGE, FONTS } from '#src/posts/png.ts';
import { pathsIn, realEnv } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { areCompiled, pagesDirectory } from '#src/server/pages.ts';

const LOOK_EVERY_MS = 100;
/** Names of files and ids depend on it. No page has anything to encrypt. */
const KEY = Buffer.from('the key of no secret: 32 letters').toString('base64');

const root = fileURLToPath(new URL('..', import.meta.url));
const isAnew = process.argv.includes('--anew');
try {
  // Whoever started this and holds its stdin is gone, such as a build that was killed.
  if (process.argv.includes('--attended')) process.stdin.once('close', () => process.exit(1)).resume();
  await compileInTurn();
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

/** Compiles, unless another process does: then waits, and takes what it made. */
async function compileInTurn(): Promise<void> {
  for (;;) {
    try {
      return await exclusively(`${root}pages.lock`, 'Compiling pages', async () => {
        if (isAnew || !areCompiled()) await compile();
      });
    } catch (error) {
      if (!(error instanceof ChronicleError) || error.code !== 'CHRONICLE_BUSY') throw error;
      await setTimeout(LOOK_EVERY_MS);
    }
  }
}

async function compile(): Promise<void> {
  const begun = new Date();
  // Always the same, since Astro writes the path into what it compiles.
  const made = `${root}pages.new`;
  rmSync(made, { recursive: true, force: true });
  try {
    await buildInto(made);
    mkdirSync(`${made}/fonts`);
    const { resolve } = createRequire(import.meta.url);
    for (const font of FONTS) copyFileSync(resolve(`${FONT_PACKAGE}/${font}`), `${made}/fonts/${basename(font)}`);
    rmSync(`${made}/cache`, { recursive: true, force: true });
    // What changes meanwhile is newer than the pages.
    utimesSync(`${made}/server/entry.mjs`, begun, begun);
    rmSync(pagesDirectory(), { recursive: true, force: true });
    renameSync(made, pagesDirectory());
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

async function buildInto(directory: string): Promise<void> {
  Object.assign(process.env, { ASTRO_KEY: KEY, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' });
  const { vite, build: usual, ...config } = siteConfig(pathsIn(realEnv()), pagesIntegration());
  await build({
    ...config,
    configFile: false,
    root,
    output: 'server',
    adapter: adapter(),
    outDir: directory,
    cacheDir: `${directory}/cache`,
    // Vite warns of what Astro's own code does; errors are thrown. Compiled pages log nothing either.
    logLevel: 'silent',
    build: { ...usual, client: `${directory}/client`, server: `${directory}/server` },
    vite: {
      ...vite,
      cacheDir: `${directory}/cache/vite`,
      // Astro would empty the directory after it has put the texts of the guide into the cache there.
      build: { ...vite?.build, emptyOutDir: false },
      ssr: { noExternal: true },
      plugins: [...(vite?.plugins ?? []), minified()],
    },
  });
}

/** What Astro needs to know of who renders its pages. */
function adapter(): AstroIntegration {
  return {
    name: 'session-chronicle:render',
    hooks: {
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'session-chronicle',
          entrypointResolution: 'auto',
          serverEntrypoint: `${root}site/render.ts`,
          supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
        }),
    },
  };
}

/** Half of the code that a server reads before its first page is comments and long names. */
function minified(): VitePlugin {
  return {
    name: 'session-chronicle:minified',
    configEnvironment: (name) => (name === 'ssr' ? { build: { minify: true } } : undefined),
  };
}
