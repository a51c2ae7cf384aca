/**
 * Who may import whom, in one table. tests/unit/architecture/import-rules.test.ts checks every import against it:
 *
 *     src/text/day.ts imports #src/node/world.ts: src/text may import src/value, src/project, src/chronicle.
 */
import { posix } from 'node:path';
import ts from 'typescript';

/** A source file: its path from the repository root, and its text. */
export interface Source {
  path: string;
  text: string;
}

/**
 * The folders of pure code, from the bottom up: each may import those before it. No disk, no clock, no process. `PACKAGES`
 * lists the few that import a package.
 */
const PURE = [
  'value',
  'project',
  'facts',
  'chronicle',
  'text',
  'notebook',
  'plans',
  'search',
  'recall',
  'redaction',
  'memory',
  'record',
  'import',
  'timeline',
  'archive',
  'chart',
  'posts',
  'feed',
  'palette',
  'install',
  'doctor',
  'forget',
].map((name) => `src/${name}`);

/** The folders of code that touches disks and processes, from the bottom up; `src/node` means the files directly in it. */
const NODE = [
  'disk',
  'store',
  'git',
  '.',
  'owned',
  'redaction',
  'site',
  'facts',
  'session',
  'plans',
  'archive',
  'notebook',
  'memory',
  'record',
  'search',
  'recall',
  'posts',
  'import',
  'install',
  'forget',
  'doctor',
].map((name) => posix.join('src/node', name));

/**
 * The packages that a folder or file may import. The first row that matches a file counts; other files import none. Code
 * that hooks run must not import zod, which takes milliseconds to load.
 */
const PACKAGES: [place: string, packages: RegExp][] = [
  ['src/text', /^(?:markdown-it|mdast|mdast-util-.+|micromark-.+)$/],
  ['src/search/word-keys.ts', /^stemmer$/],
  ['src/recall/tokens.ts', /^stemmer$/],
  ['src/node/archive/read-memory-text.ts', /^gray-matter$/],
  ['src/node/unified-diff.ts', /^diff$/],
  ['src/memory/proposals/json-fault.ts', /^jsonc-parser$/],
  ['src/node/owned', /^(?:yaml|zod\/mini)$/],
  ['src/node/redaction/secretlint-detector.ts', /^@secretlint\//],
  ['src/node/install/settings', /^jsonc-parser$/],
  ['src/node/posts/export/png.ts', /^@resvg\/resvg-js$/],
  ['src/cli/site', /^(?:astro(?:\/.+)?|sirv|@polka\/compression)$/],
  ['src/cli/mcp/server.ts', /^(?:@modelcontextprotocol\/sdk\/.+|zod)$/],
  ['src/cli/terminal/prompts.ts', /^@clack\/prompts$/],
  ['src/cli/terminal', /^fast-string-width$/],
  ['src/cli', /^citty$/],
  ['src/node', /^zod\/mini$/],
  ['src/chronicle', /^zod\/mini$/],
  ['src/facts', /^zod\/mini$/],
  ['src/memory', /^zod\/mini$/],
  ['src/install/record.ts', /^zod\/mini$/],
  ['content-loader', /^(?:@astrojs\/mdx|astro(?:\/.+)?|vite|zod\/mini)$/],
  ['site/data.ts', /^astro:/],
  ['site/content.config.ts', /^(?:astro(?:[:/].+)?|zod\/mini)$/],
  ['site/live.config.ts', /^(?:astro(?:[:/].+)?|zod\/mini)$/],
  ['site/layouts/Page.astro', /^@fontsource-variable\//],
  ['site', /^astro:/],
];

/** The pure folders that pages may import: all but those of hooks, imports, installation, doctor and forget. */
const SHOWN = PURE.filter((folder) => !/\/(?:record|import|install|doctor|forget)$/.test(folder));

/** What pages read the archive, posts, search, plans and the recording state with, and what the inbox decides with. */
const LOADED = ['archive', 'facts', 'memory', 'search', 'posts', 'redaction', 'doctor', 'git', 'plans', 'import'].map(
  (name) => `src/node/${name}`,
);

/** What the other folders may import. A name with a trailing slash includes everything below it. The first matching row counts. */
const ABOVE: [place: string, allowed: string[]][] = [
  ['src/cli/site', ['src/cli/', 'src/node/', 'content-loader', ...PURE]],
  ['src/cli', ['src/cli/', 'src/node/', ...PURE]],
  // Processes of their own.
  ['hooks/harvest.ts', ['src/node', 'src/node/import', 'src/node/record']],
  ['hooks/refresh-index.ts', ['src/node', 'src/node/recall']],
  // Hooks stay small: no archive, no search, no commands, and only the names of hooks from src/install.
  ['hooks', ['hooks', 'src/project', 'src/install', 'src/record', 'src/node', 'src/node/record']],
  ['content-loader', ['content-loader', 'src/node', 'src/node/disk', ...LOADED, ...SHOWN]],
  ['site/data.ts', ['site/', 'content-loader', ...SHOWN]],
  ['site/content.config.ts', ['content-loader']],
  ['site/live.config.ts', ['site/', 'content-loader', ...SHOWN]],
  ['site', ['site/', ...SHOWN]],
  // It makes fixtures from fixtures.
  ['scripts/sample.ts', ['tests/support/']],
  ['scripts/tag-styles.ts', ['src/chronicle', 'src/timeline']],
  ['scripts', ['scripts/', 'src/chronicle', 'src/install']],
];

/** A sentence for every import against the rules. Type imports count too. */
export function importFaults(sources: readonly Source[]): string[] {
  const known = new Set(sources.map(({ path }) => path));
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  const faults = [...imports].flatMap(([path, names]) => names.flatMap((name) => faultsOf(path, name)));
  return [...faults, ...cyclesIn(imports, known)];
}

function faultsOf(path: string, name: string): string[] {
  const target = targetOf(path, name);
  if (target === null) return packageFaults(path, name);
  if (name.startsWith('../../') && /\.(?:ts|astro)$/.test(name)) return [`${path} imports ${name}: write #${target}.`];
  const allowed = allowedFor(path);
  if (
    allowed === null ||
    allowed.includes(folderOf(target)) ||
    allowed.some((place) => place.endsWith('/') && isIn(target, place))
  )
    return [];
  return [`${path} imports ${name}: ${folderOf(path)} may import ${allowed.join(', ')}.`];
}

function packageFaults(path: string, name: string): string[] {
  if (!isIn(path, 'src') && !isIn(path, 'content-loader') && !isIn(path, 'site') && !isIn(path, 'hooks')) return [];
  const isPlatform = name.startsWith('node:');
  if (isPlatform && !PURE.some((folder) => isIn(path, folder)) && !isIn(path, 'site')) return [];
  const rule = PACKAGES.find(([place]) => isIn(path, place));
  if (rule?.[1].test(name)) return [];
  return [`${path} imports ${name}: ${rule ? `${rule[0]} may import ${rule[1].source}` : 'it may import no package'}.`];
}

/** The folders a file may import, as in `ABOVE`; null if it may import anything. */
function allowedFor(path: string): readonly string[] | null {
  const own = ABOVE.find(([place]) => isIn(path, place));
  if (own) return own[1];
  for (const layers of [PURE, NODE]) {
    const layer = layers.indexOf(folderOf(path));
    if (layer >= 0) return [...(layers === NODE ? PURE : []), ...layers.slice(0, layer + 1)];
  }
  return isIn(path, 'src') ? [] : null;
}

/** `src/text`, `src/node/store`, or `src/node` for the files directly in it. */
function folderOf(path: string): string {
  const parts = path.split('/').slice(0, -1);
  return parts.slice(0, parts[0] !== 'src' ? 1 : parts[1] === 'node' ? 3 : 2).join('/');
}

function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`);
}

/** The path of an imported file from the repository root; null for a package. */
function targetOf(path: string, name: string): string | null {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? posix.join(posix.dirname(path), name) : null;
}

/** The specifiers a file imports, as written, types included. For a component, from its front matter and scripts. */
function importsOf({ path, text }: Source): string[] {
  const code = path.endsWith('.astro') ? codeOf(text) : text;
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
}

function codeOf(component: string): string {
  const [, frontMatter = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(component) ?? [];
  const scripts = [...component.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  return [frontMatter, ...scripts].join('\n');
}

/** A sentence for each cycle of imports. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>, known: ReadonlySet<string>): string[] {
  const rings: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string) => {
    const begin = trail.indexOf(path);
    if (begin >= 0) rings.push(`${[...trail.slice(begin), path].join(' -> ')}: these import each other.`);
    if (begin >= 0 || done.has(path)) return;
    trail.push(path);
    for (const name of imports.get(path) ?? []) {
      const target = targetOf(path, name);
      if (target !== null && known.has(target)) visit(target);
    }
    trail.pop();
    done.add(path);
  };
  for (const path of imports.keys()) visit(path);
  return rings;
}
