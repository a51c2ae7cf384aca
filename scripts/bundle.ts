/**
 * Builds the committed bundles, which run without `node_modules`, and writes what is made from tables in the sources:
 *
 *     node scripts/bundle.ts            writes hooks/dist and the files of scripts/generated-files.ts
 *     node scripts/bundle.ts --out DIR  writes the bundles elsewhere, for the test that compares
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BuildOptions, build, transform } from 'esbuild';
import { GENERATED_FILES } from './generated-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string' } } });

/** The Node of the oldest systems that are still looked after. */
const OLDEST_READER = 'node12';

const common: BuildOptions = {
  absWorkingDir: root,
  outdir: values.out ?? `${root}hooks/dist`,
  bundle: true,
  platform: 'node',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

if (values.out === undefined) {
  for (const [path, content] of Object.entries(GENERATED_FILES)) writeFileSync(`${root}${path}`, content());
}

/** How what hooks and the agent run is bundled: the node on a user's PATH runs it. */
const onPath: BuildOptions = {
  ...common,
  outExtension: { '.js': '.cjs' },
  // It works in Node 18; one that is older has to read as far as the guard.
  target: OLDEST_READER,
  supported: {
    // The guard ends an older one before it comes to a require of the bundle.
    'node-colon-prefix-require': true,
    // As `new RegExp(…)` where it is used: V8 builds the set of a `\p{…}` when it reads a literal, also in a function
    // that is never called, and all of them together took a third of the time to load a bundle.
    'regexp-sticky-and-unicode-flags': false,
  },
  format: 'cjs',
};

await build({
  ...onPath,
  entryPoints: { chronicle: 'hooks/chronicle.ts', 'gate-hook': 'hooks/gate-hook.ts', agent: 'hooks/agent.ts' },
  external: ['./gate-hook.cjs'],
  banner: { js: await oldNodeGuard() },
});

await build({
  ...common,
  entryPoints: { cli: 'src/cli/main.ts' },
  outExtension: { '.js': '.mjs' },
  target: 'node20',
  inject: ['scripts/map-group-by.ts'],
  format: 'esm',
  // What jsonc-parser has as its `main` loads its parts in a way that no bundler sees.
  mainFields: ['module', 'main'],
  // What only the site needs is found in node_modules, where there is one.
  external: [
    'astro',
    'vite',
    'pagefind',
    'sirv',
    '@polka/compression',
    '@secretlint/*',
    '@resvg/*',
    '@expo-google-fonts/*',
  ],
  // Bundled CommonJS asks for Node's modules by require().
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
});

/** What is at the start of a bundle keeps its directive from being one, so the guard brings its own. */
async function oldNodeGuard(): Promise<string> {
  const source = readFileSync(`${root}scripts/old-node.ts`, 'utf8');
  const { code } = await transform(source, { loader: 'ts', minify: true, target: OLDEST_READER });
  return `"use strict";${code.trim()}`;
}
