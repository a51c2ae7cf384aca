import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

/** The entry of the compiled pages. */
const PAGES = 'pages/server/entry.mjs';

/** A sentence for each package that the compiled pages at `root` import: users do not install any. */
export async function pageFaults(root: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [PAGES],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  const packages = imported.filter(({ path, external }) => external && !isBuiltin(path)).map(({ path }) => path);
  return [...new Set(packages)].map((name) => `The compiled pages import ${name}, which is not in the package.`);
}

/** A tarball and its files. */
export interface Packed {
  path: string;
  /** In bytes, packed and unpacked. */
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

/** Packs the package at `root` into `out`, which is created. Uses the npm that runs this script, else the one on PATH. */
export function pack(root: string, out: string): Packed {
  mkdirSync(out, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out];
  const { npm_execpath: npm = '' } = process.env;
  const [program, before] = /npm-cli\.js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []];
  const stdout = execFileSync(program, [...before, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [packed] = Object.values<Omit<Packed, 'path'> & { filename: string }>(JSON.parse(stdout.toString()));
  if (packed === undefined) throw new Error('npm pack made nothing.');
  const { filename, size, unpackedSize, files } = packed;
  return { path: join(out, filename), size, unpackedSize, files };
}
