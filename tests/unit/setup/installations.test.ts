import { chmodSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { installationsOf } from '#src/setup/installations.ts';
import { openBox } from './install-box.ts';

const SETTINGS = 'home/.claude/settings.json';
const APP = 'home/.claude/session-chronicle/app';

function installed() {
  const box = openBox();
  box.init({ contract: false, hasSkills: false });
  return { ...box, found: () => installationsOf(box.env, box.paths, box.project) };
}

describe('installationsOf', () => {
  it('finds nothing if nothing is installed, whatever the settings', () => {
    const box = openBox();
    box.write(SETTINGS, '{"hooks": {"Stop": [');
    expect(installationsOf(box.env, box.paths, null)).toEqual([]);
  });

  it('finds the settings of the user, the project and its user', () => {
    const box = installed();
    box.init({ root: box.project, contract: false, hasSkills: false });
    box.init({ root: box.project, contract: false, hasSkills: false, isShared: true });
    const version = JSON.parse(box.read(`${APP}/package.json`)).version;
    expect(box.found()).toEqual(
      (['user', 'project', 'local'] as const).map((scope, i) => ({
        kind: 'settings',
        scope,
        path: box.path([SETTINGS, 'project/.claude/settings.json', 'project/.claude/settings.local.json'][i] ?? ''),
        version,
        state: 'current',
        fault: null,
        isOfCopy: false,
        advice: 'chronicle init',
        isShared: scope === 'project',
      })),
    );
  });

  it("matches shared hooks with the user's copy, and says if there is none", () => {
    const box = installed();
    box.init({ root: box.project, contract: false, hasSkills: false, isShared: true });
    expect(box.found()).toMatchObject([{ isShared: false }, { scope: 'project', isShared: true, state: 'current' }]);
    rmSync(box.path(APP), { recursive: true });
    rmSync(box.path(SETTINGS));
    expect(box.found()).toMatchObject([{ scope: 'project', state: 'broken', advice: 'chronicle init' }]);
  });

  it.each<[string, 'outdated' | 'broken', RegExp, (box: ReturnType<typeof installed>) => void]>([
    [
      'a hook is missing',
      'outdated',
      /not those of this version/,
      (box) => box.write(SETTINGS, box.read(SETTINGS).replace('SessionEnd', 'Stop')),
    ],
    [
      'the copy is of another version',
      'outdated',
      /copy of version 0\.0\.1/,
      (box) => box.write(`${APP}/package.json`, '{"version": "0.0.1"}'),
    ],
    [
      'the copy has other hooks',
      'outdated',
      /its hooks differ/,
      (box) => box.write(`${APP}/hooks/dist/chronicle.cjs`, ''),
    ],
    [
      'the program that reads transcripts is missing',
      'outdated',
      /harvest\.mjs is missing, so transcripts are not read/,
      (box) => rmSync(box.path(`${APP}/hooks/dist/harvest.mjs`)),
    ],
    [
      'the copy is gone',
      'broken',
      /hooks\/dist\/chronicle\.cjs is missing/,
      (box) => rmSync(box.path(APP), { recursive: true }),
    ],
    ['the launcher cannot be run', 'broken', /not executable/, (box) => chmodSync(box.path(`${APP}/hook`), 0o600)],
    [
      'the client cannot load the file',
      'broken',
      /settings\.json cannot be parsed at line 1, column 1: .*a comment\. Claude Code does not load its hooks/,
      (box) => box.write(SETTINGS, `// mine\n${box.read(SETTINGS)}`),
    ],
    [
      'the file is not valid JSON',
      'broken',
      /settings\.json cannot be parsed at line \d+, column 1: .*does not load its hooks/,
      (box) => box.write(SETTINGS, `${box.read(SETTINGS)}}`),
    ],
  ])('says that %s', (_, state, fault, damage) => {
    const box = installed();
    damage(box);
    expect(box.found()).toMatchObject([{ state, fault: expect.stringMatching(fault) }]);
  });

  it('finds an enabled plugin, where the client runs it from', () => {
    const box = openBox();
    const id = 'session-chronicle@market';
    const cache = box.path('cache');
    const plugins = { version: 2, plugins: { [id]: [{ scope: 'user', installPath: cache, version: '0.0.1' }] } };
    box.write('home/.claude/plugins/installed_plugins.json', JSON.stringify(plugins));
    const found = () => installationsOf(box.env, box.paths, box.project);
    expect(found()).toEqual([]);
    box.write(SETTINGS, JSON.stringify({ enabledPlugins: { [id]: true } }));
    expect(found()).toMatchObject([
      { kind: 'plugin', scope: 'plugin', path: cache, version: '0.0.1', state: 'broken' },
    ]);
    const market = { market: { source: { source: 'directory', path: box.path('clone') } } };
    box.write('home/.claude/plugins/known_marketplaces.json', JSON.stringify(market));
    for (const name of ['hooks/hooks.json', 'hooks/dist/chronicle.cjs']) box.write(`clone/${name}`, '{}');
    expect(found()).toMatchObject([{ path: box.path('clone'), state: 'outdated' }]);
    box.write('project/.claude/settings.local.json', JSON.stringify({ enabledPlugins: { [id]: false } }));
    expect(found()).toEqual([]);
  });
});
