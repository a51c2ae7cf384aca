import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

/** A file of the package. */
export interface PackedFile {
  path: string;
  /** In bytes. */
  size: number;
}

/** The files a package may contain. Anything else matched a pattern that is too wide. */
const ALLOWED = [
  /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^\.claude-plugin\/[\w-]+\.json$/,
  /^docs\/[\w-]+\.md$/,
  /^bin\/(?:chronicle|require-node\.js|package\.json)$/,
  /^hooks\/(?:hooks\.json|dist\/[\w-]+\.[cm]js)$/,
  /^skill\/[\w/-]+\.md$/,
  /^pages\/server\/.+\.mjs$/,
  /^pages\/client\/.+\.(?:css|js|svg|woff2)$/,
  /^pages\/fonts\/[\w-]+\.ttf$/,
  /^tests\/fixtures\/sample\/.+\.(?:md|mdx|yml|jsonl?)$/,
];

/** Names that none of the patterns above should allow. */
const FORBIDDEN = /\.(?:test|spec|bench)\.|\.map$|(?:^|\/)(?:\.env|\.npmrc|id_\w+|credentials)|\.(?:pem|key|log|tgz)$/i;

/** Only the command line's bundle may be larger. */
const LARGEST = 1_200_000;
const BUNDLE = 'hooks/dist/cli.mjs';
/** The entry of the compiled pages. */
const PAGES = 'pages/server/entry.mjs';

/** A sentence for each fault of a package's files. */
export function packageFaults(files: readonly PackedFile[]): string[] {
  const isMissing = !files.some(({ path }) => path === PAGES);
  return [
    ...files.flatMap(({ path, size }) => faultsOfFile(path, size)),
    ...(isMissing ? [`${PAGES} is missing. Run npm run build:pages first.`] : []),
  ];
}

function faultsOfFile(path: string, size: number): string[] {
  if (FORBIDDEN.test(path) || !ALLOWED.some((pattern) => pattern.test(path)))
    return [`${path} has no place in the package: \`files\` in package.json lets it in.`];
  if (size > LARGEST && path !== BUNDLE) return [`${path} has ${size} bytes, more than ${LARGEST}.`];
  return [];
}

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

/** A sentence for each packed bundle that differs from a fresh build, is missing, or that no build makes. */
export function bundleFaults(fresh: string, packed: string): string[] {
  const [made, found] = [readdirSync(fresh), readdirSync(packed)];
  const isStale = (name: string) => !readFileSync(join(fresh, name)).equals(readFileSync(join(packed, name)));
  return [
    ...made.flatMap((name) => {
      if (!found.includes(name)) return [`hooks/dist/${name} is missing. Run npm run bundle first.`];
      return isStale(name) ? [`hooks/dist/${name} is not up to date. Run npm run bundle first.`] : [];
    }),
    ...found
      .filter((name) => !made.includes(name))
      .map((name) => `hooks/dist/${name} is packed, but npm run bundle does not make it. Delete it.`),
  ];
}

/** A tarball and its files. */
export interface Packed {
  path: string;
  /** In bytes, packed and unpacked. */
  size: number;
  unpackedSize: number;
  files: PackedFile[];
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
