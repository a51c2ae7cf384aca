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
  /^site\/.+\.(?:astro|mdx|ts|css|svg|png|ico|txt|woff2)$/,
  /^site\/follow-archive\.js$/,
  /^(?:src|content-loader)\/.+\.ts$/,
  /^tests\/fixtures\/sample\/.+\.(?:md|mdx|yml|jsonl?)$/,
];

/** Names that none of the patterns above should allow. */
const FORBIDDEN = /\.(?:test|spec|bench)\.|\.map$|(?:^|\/)(?:\.env|\.npmrc|id_\w+|credentials)|\.(?:pem|key|log|tgz)$/i;

/** Only the command line's bundle may be larger. */
const LARGEST = 1_200_000;
const BUNDLE = 'hooks/dist/cli.mjs';

/** A sentence for each fault of a package's files. `needed` lists the sources that its pages import. */
export function packageFaults(files: readonly PackedFile[], needed: ReadonlySet<string>): string[] {
  const paths = new Set(files.map(({ path }) => path));
  return [
    ...files.flatMap(({ path, size }) => faultsOfFile(path, size)),
    ...[...needed]
      .filter((path) => !paths.has(path))
      .map((path) => `${path} is missing, and pages import it: \`files\` in package.json leaves it out.`),
    ...superfluous(paths, needed),
  ];
}

function faultsOfFile(path: string, size: number): string[] {
  if (FORBIDDEN.test(path) || !ALLOWED.some((pattern) => pattern.test(path)))
    return [`${path} has no place in the package: \`files\` in package.json lets it in.`];
  if (size > LARGEST && path !== BUNDLE) return [`${path} has ${size} bytes, more than ${LARGEST}.`];
  return [];
}

/** Source folders from which pages import nothing. */
function superfluous(paths: Iterable<string>, needed: Iterable<string>): string[] {
  const used = new Set([...needed].map(folderOf));
  const folders = new Set([...paths].filter((path) => /^(?:src|content-loader)\//.test(path)).map(folderOf));
  return [...folders]
    .filter((folder) => !used.has(folder))
    .map((folder) => `${folder} is packed, and pages import nothing of it.`);
}

/** The folders in `files`, such as `src/node/store`. */
function folderOf(path: string): string {
  const parts = path.split('/').slice(0, -1);
  return parts.slice(0, parts[1] === 'node' ? 3 : 2).join('/');
}
