/** Who may import whom, what hooks load, and what touches the process. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** From the bottom up: a file imports from its own folder and from those before it. */
const FOLDERS = `src/lib src/format src/redaction src/record src/transcript src/notes src/memory src/archive src/index
  src/chart src/posts src/import src/setup hooks content-loader src/server src/cli site`.split(/\s+/);
/** What pages do not need: effects, and the code of hooks and commands. */
const NOT_FOR_PAGES = /^src\/(?:cli|server|setup|record)\//;
/** The files that create the real Env and Io, read a key or end the process. */
const ENTRIES = /\/(?:main|compile-pages|pressed-key|real-io|env|streams)\.ts$/;
/** They hold programs as text. */
const PROGRAMS = /\/launchers\.ts$/;
const PROCESS =
  /\bconsole\.|\bprocess\.(?:env|argv|cwd|chdir|exit|exitCode|on|once|std\w+)\b|\} = process\b|'node:(?:process|readline|tty)\b/;
/** A package takes a hook milliseconds to load. */
const HOOKS_WITHOUT_HURRY = ['hooks/harvest.ts', 'hooks/refresh-index.ts'];

const sources = new Map(
  globSync(['{src,hooks,content-loader}/**/*.ts', 'site/**/*.{ts,astro}'])
    .filter((path) => !path.startsWith('hooks/dist/'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);
const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));

/** What a file imports: paths from the repository root, names of packages. For a component, of its front matter and scripts. */
function importsOf(path: string, text: string): string[] {
  const scripts = [...text.matchAll(/^---\n([\s\S]*?)\n---|<script[^>]*>([\s\S]*?)<\/script>/g)];
  const code = path.endsWith('.astro') ? scripts.map(([, head, script]) => head ?? script).join('\n') : text;
  const names = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  return names.map((name) => (name.startsWith('.') ? posix.join(path, '..', name) : name.replace(/^#/, '')));
}

/** `src/lib` for every file below it; the first folder of a path outside src. */
function folderOf(path: string): string {
  const [root = '', feature = ''] = path.split('/').slice(0, -1);
  return root === 'src' ? `src/${feature}` : root;
}

function isAllowed(path: string, imported: string): boolean {
  const [own, other] = [folderOf(path), folderOf(imported)];
  if (own === 'site' && (NOT_FOR_PAGES.test(imported) || imported.startsWith('node:'))) return false;
  if (!sources.has(imported)) return true;
  return FOLDERS.includes(other) && FOLDERS.indexOf(other) <= FOLDERS.indexOf(own);
}

it('a file imports only from its own folder and from those below it', () => {
  const wrong = [...imports].flatMap(([path, names]) =>
    names.filter((name) => !isAllowed(path, name)).map((name) => `${path} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

it('no files import each other, not even through others', () => {
  const [rings, done]: [string[], Set<string>] = [[], new Set()];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) rings.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const name of imports.get(path) ?? []) visit(name, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  expect(rings).toEqual([]);
});

it('what scripts of pages load runs in a browser', () => {
  const loaded = new Set([...sources.keys()].filter((path) => path.startsWith('site/scripts/')));
  for (const path of loaded) {
    const code = (sources.get(path) ?? '').replace(/^(?:import|export) type [^;]*;/gm, '');
    for (const name of importsOf(path, code)) loaded.add(name);
  }
  expect([...loaded].filter((name) => name.startsWith('node:'))).toEqual([]);
});

it('what hooks load needs no package', () => {
  const loaded = new Set(
    [...sources.keys()].filter((path) => path.startsWith('hooks/') && !HOOKS_WITHOUT_HURRY.includes(path)),
  );
  for (const path of loaded) {
    const code = (sources.get(path) ?? '').replace(/^(?:import|export) type [^;]*;/gm, '');
    for (const name of importsOf(path, code)) loaded.add(name);
  }
  expect(loaded.size).toBeGreaterThan(60);
  expect([...loaded].filter((name) => !sources.has(name) && !/^node:/.test(name))).toEqual([]);
});

it('only the entries touch the process: all else gets an Env or an Io', () => {
  const lines = [...sources].flatMap(([path, text]) =>
    path.startsWith('src/') && !ENTRIES.test(path) && !PROGRAMS.test(path)
      ? text
          .split('\n')
          .filter((line) => PROCESS.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))
          .map((line) => `${path}: ${line}`)
      : [],
  );
  expect(lines).toEqual([]);
});
