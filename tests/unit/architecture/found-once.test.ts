/** A shared helper has one definition, and parts of the layout are spelled out only in src/project/paths.ts. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the planted code is plain text.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Source {
  path: string;
  text: string;
}

/** Each helper and the file that defines it. */
const HELPERS = new Map([
  ['compare', 'src/value/compare.ts'],
  ['isRecord', 'src/value/is-record.ts'],
  ['namesIn', 'src/node/disk/names-in.ts'],
  ['readNames', 'src/node/disk/names-in.ts'],
  ['realPath', 'src/node/disk/real-path.ts'],
  ['isWithin', 'src/node/disk/real-path.ts'],
  ['nearestRealPath', 'src/node/disk/real-path.ts'],
  ['requireInside', 'src/node/store/private-directory.ts'],
  ['isThere', 'src/node/disk/is-there.ts'],
  ['statsOf', 'src/node/disk/is-there.ts'],
  ['isDirectory', 'src/node/disk/is-there.ts'],
  ['projectsIn', 'src/node/disk/projects.ts'],
  ['chronicleNames', 'src/node/disk/projects.ts'],
  ['chroniclesIn', 'src/node/disk/projects.ts'],
  ['flushFile', 'src/node/import/nameless-session.ts'],
  ['writingOf', 'src/node/import/nameless-session.ts'],
  ['isChronicleName', 'src/project/paths.ts'],
  ['chronicleDirectory', 'src/project/paths.ts'],
  ['memoryPlace', 'src/project/paths.ts'],
  ['asBytes', 'src/node/disk/latin1.ts'],
  ['asText', 'src/node/disk/latin1.ts'],
  ['sha256Of', 'src/node/disk/digest.ts'],
  ['capitalised', 'src/value/spelled.ts'],
  ['shellWord', 'src/value/shell-word.ts'],
  ['parseObject', 'src/value/json-object.ts'],
  ['parseJson', 'src/value/json-object.ts'],
  ['DAY_MS', 'src/value/calendar-day.ts'],
  ['fencedLines', 'src/value/fenced-lines.ts'],
]);

/** The bodies of helpers, under any name, with the file that defines a helper whose name may also mean something else. */
const BODIES: [helper: string, body: RegExp, home?: string][] = [
  ['compare', /< [\w.()]+ \? -1 : (?:1\b|[\w.()]+ > )/],
  ['isRecord', /typeof (\w+) === 'object' && \1 !== null && !Array\.isArray\(\1\)/],
  ['isChronicleName', /name\.endsWith\('\.md'\) && !name\.startsWith\('\.'\)(?! && name !== INDEX_FILE)/],
  ['isWithin', /\.startsWith\((\w+)\.endsWith\(sep\) \? \1 : \1 \+ sep\)/],
  ['requireInside', /leads out of \$\{/],
  ['projectsIn', /readdirSync\((?:\w+\.)*projects\b/],
  ['sha256Of', /createHash\('sha\d+'\)\.update\((?!\w+, 'latin1').*\.digest\('hex'\)/],
  ['capitalised', /charAt\(0\)\.toUpperCase\(\)/],
  ['grouped', /\.toLocaleString\('en(?:-GB)?'\)/, 'src/value/grouped.ts'],
  ['DAY_MS', /\b24 \* 60 \* 60 \* 1000\b/],
  ['shellWord', /`'\$\{\w+\.replaceAll\("'", "'\\\\''"\)\}'`/],
];

const PATHS = 'src/project/paths.ts';

/** Parts of paths in code: a name between slashes, or after or before an inserted value. */
const PARTS = [
  /\}\/(?:chronicle|projects|session-chronicle|memory)(?=[/`])/,
  /`(?:chronicle|projects|memory)\/\$\{/,
  /\.claude\/projects|\\\/chronicle\\\/|['"]\/chronicle\/['"]|['"]config\/session-chronicle/,
  /(?:folder: |join\([^)]*|=== )['"]projects['"]/,
  /folder(?:: | === )['"](?:\*\/)?(?:chronicle|memory)\b/,
  /memory-ledger[^'"`<>]*\.jsonl|['"`/](?:proposals\.jsonl|change\.json|log\.1\.jsonl)/,
  /(?:\/|=== |!== )['"]?\.tmp['"`]/,
  /(?:=== |!== |= |\/)['"]?MEMORY\.md['"`]/,
];

/** Texts for people or a shell, not paths that we open. */
const IS_TEXT = /<config>|<project-dir>|\[['"]Project['"]|CLAUDE_CONFIG_DIR:-/;

function faultsIn({ path, text }: Source): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const again = [...HELPERS].filter(
    ([name, home]) => path !== home && new RegExp(`\\b(?:function\\*?|const|let) ${name}\\b(?! = use)`).test(code),
  );
  const lines = code.split('\n').filter((line) => !IS_TEXT.test(line));
  const bodies = BODIES.map(([name, body, home = HELPERS.get(name)]) => ({ name, body, home })).filter(
    ({ body, home }) => path !== home && lines.some((line) => body.test(line)),
  );
  const parts = path === PATHS ? [] : lines.filter((line) => PARTS.some((part) => part.test(line)));
  return [
    ...again.map(([name, home]) => `${path} defines ${name}: import it from ${home}.`),
    ...bodies.map(({ name, home }) => `${path} spells out ${name}: import it from ${home}.`),
    ...parts.map((line) => `${path} spells out a path that ${PATHS} knows: ${line.trim()}`),
  ];
}

const sources: Source[] = globSync(['{src,hooks,content-loader}/**/*.ts', 'site/**/*.{ts,astro}'])
  .map((path) => path.replaceAll('\\', posix.sep))
  .filter((path) => !path.startsWith('hooks/dist/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('every helper and every part of the layout is found once', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(faultsIn)).toEqual([]);
});

it('every helper is defined in the listed file', () => {
  for (const [name, path] of HELPERS)
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`(?:function\\*?|const) ${name}\\b`));
});

describe('a planted copy is refused', () => {
  it.each([
    ['a function', 'function namesIn(directory: string): string[] {}'],
    ['a generator', 'export function* chroniclesIn(projects: string) {}'],
    ['a local lambda', '  const isThere = (path: string) => lstatSync(path) !== undefined;'],
    ['an order spelled out', 'slugs.sort((a, b) => (a.slug < b.slug ? -1 : 1));'],
    ['an order with ties', '  return a < b ? -1 : a > b ? 1 : 0;'],
    ['a record by another name', "  return typeof value === 'object' && value !== null && !Array.isArray(value);"],
    ['what a chronicle is called', "names.filter((name) => name.endsWith('.md') && !name.startsWith('.'))"],
    ['a list of projects', 'for (const name of readdirSync(layout.projects)) {}'],
    ['a path inside another', 'return path.startsWith(root.endsWith(sep) ? root : root + sep);'],
    ['a path that leads out', 'throw new Error(`${path} leads out of ${root} through a symbolic link.`);'],
    ['the chronicle directory', 'const path = `${root}/${name}/chronicle`;'],
    ['a chronicle in it', 'const path = `${projects}/${directory}/chronicle/${name}`;'],
    ['the place of a chronicle', 'const ENTRY = /^[a-z]+\\/chronicle\\/[a-z]+\\.md$/;'],
    ['a source of any project', "list: { folder: '*/chronicle', isMember },"],
    ['a source', "list: { folder: 'chronicle', isMember },"],
    ['the directory of projects', "const projects = join(root, 'projects');"],
    ['our own directory', 'const state = `${config}/session-chronicle`;'],
    ['the ledger', 'const ledger = `${chronicle}/memory-ledger.jsonl`;'],
    ['the index of memories', "if (name === 'MEMORY.md') continue;"],
    ['a digest', "return createHash('sha1').update(bytes).digest('hex');"],
    ['a capital', '`${word.charAt(0).toUpperCase()}${word.slice(1)}`'],
    ['a number', "<span>{count.toLocaleString('en-GB')}</span>"],
    ['a word of a shell', "return `'${path.replaceAll(\"'\", \"'\\\\''\")}'`;"],
    ['a day in ms', 'const KEPT = 7 * 24 * 60 * 60 * 1000;'],
    ['the work directory', 'const work = `${directory}/.tmp`;'],
  ])('%s', (_, text) => {
    expect(faultsIn({ path: 'src/node/record/planted.ts', text })).toHaveLength(1);
  });

  it.each([
    ['a comment', '/** `<root>/<project-dir>/chronicle/x.md`: `${a}/chronicle` */'],
    ['a sentence', "say('MEMORY.md was left as it is.');"],
    ['a program', "const LAUNCHERS = ['hook', 'bin/chronicle'];"],
    ['an address of a page', 'return `/memory/${state}/`;'],
  ])('but not %s', (_, text) => {
    expect(faultsIn({ path: 'src/node/record/planted.ts', text })).toEqual([]);
  });
});
