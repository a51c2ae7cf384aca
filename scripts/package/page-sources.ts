import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * The files of `src` and `content-loader` that pages import, directly or not, as paths from `root`. Vite needs these as
 * sources to show the site; everything else is in the bundles.
 */
export async function pageSources(root: string): Promise<Set<string>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: globSync('site/**/*.{astro,mdx,ts}', { cwd: root }),
    bundle: true,
    packages: 'external',
    external: ['astro:*'],
    platform: 'node',
    format: 'esm',
    outdir: 'never-written',
    write: false,
    metafile: true,
    logLevel: 'error',
    loader: { '.css': 'empty', '.svg': 'empty', '.woff2': 'empty' },
    plugins: [importsOfPages],
  });
  return new Set(Object.keys(metafile.inputs).filter((path) => /^(?:src|content-loader)\//.test(path)));
}

/** esbuild sees the imports in a component's front matter, and in a text of the guide. */
const importsOfPages: Plugin = {
  name: 'imports-of-pages',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:astro|mdx)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const [, frontMatter = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
      const code = path.endsWith('.mdx') ? text : frontMatter;
      const imports = [...code.matchAll(/^import (?!type )[^;]*?'([^']+)';/gm)];
      const contents = imports.map(([, name = '']) => `import '${name}';`).join('\n');
      return { contents, loader: 'ts', resolveDir: dirname(path) };
    });
  },
};
