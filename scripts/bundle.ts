/**
 * Builds the committed bundles, which run without `node_modules`, and the files generated from tables in the sources:
 *
 *     node scripts/bundle.ts            writes hooks/dist and the files of scripts/generated-files.ts
 *     node scripts/bundle.ts --out DIR  writes the bundles elsewhere, for the test that compares
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';
import { EXIT_CODES } from '../hooks/exit-codes.ts';
import { GENERATED_FILES } from './generated-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string' } } });

/** The Node of the oldest supported systems. */
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

/** What a hook or a plain question needs nothing of, with the functions that load it when they are first called. */
const LATE: Record<string, readonly string[]> = {
  'node:crypto': ['createHash', 'randomBytes'],
  './update.ts': ['applyChanges', 'readSession'],
  'gray-matter': ['default'],
  yaml: ['isMap', 'isScalar', 'parseDocument'],
};

const loadedLate: Plugin = {
  name: 'loaded late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:crypto|\.\/update\.ts|gray-matter|yaml)$/ }, (wanted) => {
      const { path, kind, importer, resolveDir } = wanted;
      // What is loaded late itself imports more of the others.
      const isLate = kind === 'import-statement' && !/\/update\.ts$|\/node_modules\//.test(importer);
      return isLate ? { path, namespace: 'late', pluginData: { names: LATE[path], resolveDir } } : undefined;
    });
    onLoad({ filter: /./, namespace: 'late' }, ({ path, pluginData: { names, resolveDir } }) => ({
      contents: names.map((name: string) => lateFunction(path, name)).join('\n'),
      resolveDir,
    }));
  },
};

function lateFunction(path: string, name: string): string {
  return name === 'default'
    ? `export default (...given) => require('${path}')(...given);`
    : `export const ${name} = (...given) => require('${path}').${name}(...given);`;
}

/** What hooks and the agent run, with the node on a user's PATH. */
await build({
  ...common,
  outExtension: { '.js': '.cjs' },
  // The code needs Node 18. An older Node must be able to parse it as far as the guard.
  target: OLDEST_READER,
  supported: {
    // On an older Node the guard exits before any of the bundle's requires run.
    'node-colon-prefix-require': true,
    // Written as `new RegExp(…)` at the place of use: V8 builds the set of a `\p{…}` literal when it parses it, even in
    // a function that is never called. Together they took a third of a bundle's load time.
    'regexp-sticky-and-unicode-flags': false,
  },
  format: 'cjs',
  entryPoints: { chronicle: 'hooks/chronicle.ts' },
  plugins: [loadedLate],
  define: { 'import.meta.dirname': '__dirname' },
  // V8 reads a text of one byte a character faster.
  charset: 'ascii',
  banner: { js: await oldNodeGuard() },
});

/** Options for the bundles that need a newer Node. */
const modern: BuildOptions = {
  ...common,
  outExtension: { '.js': '.mjs' },
  target: 'node20',
  inject: ['scripts/map-group-by.ts'],
  alias: { 'js-yaml': `${root}scripts/no-js-yaml.cjs` },
  format: 'esm',
  // Bundled CommonJS loads Node's modules with require().
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
};

await build({
  ...modern,
  entryPoints: {
    harvest: 'hooks/harvest.ts',
    'refresh-index': 'hooks/refresh-index.ts',
  },
});

/** Only `chronicle mcp` needs the library of its protocol: a bundle of its own keeps the others small. */
const protocolApart: Plugin = {
  name: 'protocol apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/mcp-server\.ts$/ }, ({ importer }) =>
      importer.endsWith('/cli/mcp.ts') ? { path: './mcp.mjs', external: true } : undefined,
    );
  },
};

await build({ ...modern, entryPoints: { mcp: 'src/cli/mcp-server.ts' } });

await build({
  ...modern,
  plugins: [protocolApart],
  entryPoints: { cli: 'src/cli/main.ts' },
  // jsonc-parser's `main` loads its parts in a way that bundlers cannot see.
  mainFields: ['module', 'main'],
  // The package depends on Pagefind's program and the drawer of PNGs. Astro is only there in a clone, for `dev --vite`.
  external: ['@astrojs/mdx', 'astro', 'vite', 'pagefind', '@resvg/*'],
});

/** In place of modules that only the whole program has: `src/cli/find.ts` knows what they throw. */
const leftToTheWhole: Plugin = {
  name: 'left to the whole program',
  setup({ onResolve, onLoad }) {
    const left = /\/(?:own-archive|facts-reader)\.ts$|^@clack\/prompts$/;
    onResolve({ filter: left }, ({ path }) => ({ path, namespace: 'left' }));
    onLoad({ filter: /./, namespace: 'left' }, () => ({ contents: "throw new Error('CHRONICLE_NEEDS_MORE')" }));
  },
};

// CommonJS: of Node's modules an ES module loads all that they export, also what they make when it is first asked for.
await build({
  ...modern,
  ...{ format: 'cjs', outExtension: { '.js': '.cjs' }, banner: {} },
  entryPoints: { find: 'src/cli/find.ts' },
  plugins: [leftToTheWhole, loadedLate],
});

/** A bundle's banner disables its "use strict" directive, so the guard has its own. */
async function oldNodeGuard(): Promise<string> {
  const source = readFileSync(`${root}scripts/old-node.ts`, 'utf8');
  const define = { EXIT_CODES: JSON.stringify(EXIT_CODES) };
  const { code } = await transform(source, { loader: 'ts', minify: true, target: OLDEST_READER, define });
  return `"use strict";${code.trim()}`;
}
