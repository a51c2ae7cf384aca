import { isBuiltin } from 'node:module';
import { build } from 'esbuild';

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
