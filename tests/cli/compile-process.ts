/**
 * Compiles pages as `build` and `dev` do, and prints the path of their entry, or why there is none:
 *
 *     CLAUDE_CONFIG_DIR=<directory> node compile-process.ts
 */
import { compiledPages } from '#src/cli/site/compiled-pages.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';

const world = realWorld();
try {
  const { entry } = await compiledPages(world, layoutIn(world), (work) => work());
  process.stdout.write(entry);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
