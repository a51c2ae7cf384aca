import { mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { exclusively } from '#src/lib/lock.ts';
import { namesIn } from '#src/node/disk/names-in.ts';
import { codeVersion } from '#src/node/site/code-version.ts';
import { keepPageCode, keptPageCode, type PageCode } from '#src/node/site/page-code.ts';
import type { World } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { compilePages } from './compiler.ts';
import { pageRoot, requireWritable } from './page-root.ts';

/** How often to look whether another process has compiled pages (ms). */
const LOOK_EVERY = 100;

/** Runs the work of compiling, which takes seconds, and says so. */
type Compiling = (work: () => Promise<PageCode>) => Promise<PageCode>;

/** The code of pages: what the cache has, or compiled now. Waits for another process that compiles it. */
export async function compiledPages(world: World, layout: Layout, compiling: Compiling): Promise<PageCode> {
  const root = pageRoot(layout);
  const place = `${root}/pages`;
  const key = codeVersion([]);
  const kept = keptPageCode(place, key);
  if (kept) return kept;
  requireWritable(root);
  return compiling(async () => {
    for (;;) {
      try {
        return await exclusively(`${place}.lock`, 'Compiling pages', async () => {
          return keptPageCode(place, key) ?? (await compile(world, layout, place, key));
        });
      } catch (error) {
        if (!(error instanceof ChronicleError) || error.code !== 'CHRONICLE_BUSY') throw error;
        await setTimeout(LOOK_EVERY);
      }
    }
  });
}

async function compile(world: World, layout: Layout, place: string, key: string): Promise<PageCode> {
  // A directory of its own: what compiled for a killed process may write to its own a moment longer.
  const unfinished = `${place}.new-`;
  const compiled = mkdtempSync(unfinished);
  // Astro's own copies of pages, from before this version.
  for (const name of ['dist', 'incremental-build.json', 'build'])
    rmSync(`${layout.cache}/astro/${name}`, { recursive: true, force: true });
  try {
    await compilePages(compiled, world);
    const code = keepPageCode(compiled, place, key);
    if (code) return code;
    throw new Error('Astro compiled no pages');
  } finally {
    removeStarting(unfinished);
  }
}

/** Removes what this process and killed ones left unfinished. What cannot be removed stays until the next time. */
function removeStarting(start: string): void {
  for (const name of namesIn(dirname(start)).filter((each) => each.startsWith(basename(start)))) {
    try {
      rmSync(join(dirname(start), name), { recursive: true, force: true });
    } catch {
      // It takes up space, and is in nobody's way.
    }
  }
}
