/**
 * Builds the committed bundles, which run without `node_modules`:
 *
 *     node scripts/bundle.ts            writes hooks/dist
 *     node scripts/bundle.ts --out DIR  writes them elsewhere, for the test that compares
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BuildOptions, build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: `${root}hooks/dist` } } });

const common: BuildOptions = {
  absWorkingDir: root,
  outdir: values.out,
  bundle: true,
  platform: 'node',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

const { outputFiles } = await build({
  ...common,
  entryPoints: { chronicle: 'hooks/chronicle.ts' },
  // The node on a user's PATH runs the hooks, and it may be older than ours.
  target: 'node18',
  format: 'esm',
  write: false,
});
const [hook] = outputFiles ?? [];
if (hook) {
  mkdirSync(values.out, { recursive: true });
  writeFileSync(`${values.out}/chronicle.cjs`, asCommonJs(hook.text));
}

await build({
  ...common,
  entryPoints: { cli: 'src/cli/main.ts' },
  outExtension: { '.js': '.mjs' },
  target: 'node20',
  inject: ['scripts/map-group-by.ts'],
  format: 'esm',
  // What only the site needs is found in node_modules, where there is one.
  external: ['astro', 'vite', 'pagefind', 'sirv', '@polka/compression'],
  // Bundled CommonJS asks for Node's modules by require().
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
});

/**
 * A bundle of modules as one that Node starts without looking for the kind of file it is. Each of Node's own modules is
 * asked for once; esbuild's CommonJS does it once a source file and names it at each call, a twentieth of all bytes.
 */
function asCommonJs(code: string): string {
  const wanted = new Map<string, string[]>();
  const body = code.replace(/import\{([^}]*)\}from"(node:[a-z_/]+)";\n?/g, (_, names: string, module: string) => {
    wanted.set(module, [...(wanted.get(module) ?? []), names.replaceAll(' as ', ':')]);
    return '';
  });
  if (/(?:^|[;}\n])(?:import[{*\s"\w]|export[{*\s])/.test(body))
    throw new Error('The hook bundle has an import that is not by name.');
  const modules = [...wanted].map(([module, names]) => `{${names.join(',')}}=require("${module}")`);
  return `"use strict";const ${modules.join(',')};${body}`;
}
