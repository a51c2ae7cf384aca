import { chmodSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readClaudeSettings } from '#src/setup/claude-settings.ts';
import { installationsOf } from '#src/setup/installations.ts';
import { openBox } from './install-box.ts';

const SETTINGS = 'home/.claude/settings.json';
const APP = 'home/.claude/session-chronicle/app';
const HOOKS = `${APP}/hooks/dist/chronicle.cjs`;
const UNREAD = /harvest\.mjs is missing, so transcripts are not read/;
const NOT_LOADED =
  /settings\.json cannot be parsed at line 1, column 1: .*a comment\. Claude Code does not load its hooks/;

function foundIn({ env, paths }: ReturnType<typeof openBox>, root: string | null) {
  return installationsOf(env, paths, root, readClaudeSettings(paths, root, env.home));
}

function installed() {
  const box = openBox();
  box.init({ contract: false, hasSkills: false });
  return { ...box, found: () => foundIn(box, box.project) };
}

describe('installationsOf', () => {
  it('finds nothing if nothing is installed, whatever the settings', () => {
    const box = openBox();
    box.write(SETTINGS, '{"hooks": {"Stop": [');
    expect(foundIn(box, null)).toEqual([]);
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

  /** The file that is damaged, its new text (null: it is deleted), and what is said of the installation. */
  it.each<[string, string, (text: string) => string | null, 'outdated' | 'broken', RegExp]>([
    [
      'a hook is missing',
      SETTINGS,
      (text) => text.replace('SessionEnd', 'Stop'),
      'outdated',
      /not those of this version/,
    ],
    ['the copy is older', `${APP}/package.json`, () => '{"version": "0.0.1"}', 'outdated', /copy of version 0\.0\.1/],
    ['the copy has other hooks', HOOKS, () => '', 'outdated', /its hooks differ/],
    ['no program reads transcripts', `${APP}/hooks/dist/harvest.mjs`, () => null, 'outdated', UNREAD],
    ['the copy is gone', APP, () => null, 'broken', /hooks\/dist\/chronicle\.cjs is missing/],
    ['the client cannot load the file', SETTINGS, (text) => `// mine\n${text}`, 'broken', NOT_LOADED],
    [
      'the file is not valid JSON',
      SETTINGS,
      (text) => `${text}}`,
      'broken',
      / line \d+, column 1: .*does not load its/,
    ],
  ])('says that %s', (_, name, damaged, state, fault) => {
    const box = installed();
    const text = damaged(name === APP ? '' : box.read(name));
    if (text === null) rmSync(box.path(name), { recursive: true });
    else box.write(name, text);
    expect(box.found()).toMatchObject([{ state, fault: expect.stringMatching(fault) }]);
  });

  it('says that the launcher cannot be run', () => {
    const box = installed();
    chmodSync(box.path(`${APP}/hook`), 0o600);
    expect(box.found()).toMatchObject([{ state: 'broken', fault: expect.stringContaining('not executable') }]);
  });

  it('finds an enabled plugin, where the client runs it from', () => {
    const box = openBox();
    const id = 'session-chronicle@market';
    const cache = box.path('cache');
    const plugins = { version: 2, plugins: { [id]: [{ scope: 'user', installPath: cache, version: '0.0.1' }] } };
    box.write('home/.claude/plugins/installed_plugins.json', JSON.stringify(plugins));
    const found = () => foundIn(box, box.project);
    expect(found()).toEqual([]);
    box.write(SETTINGS, JSON.stringify({ enabledPlugins: { [id]: true } }));
    const plugin = { kind: 'plugin', scope: 'plugin', path: cache, version: '0.0.1', state: 'broken' };
    expect(found()).toMatchObject([plugin]);
    const market = { market: { source: { source: 'directory', path: box.path('clone') } } };
    box.write('home/.claude/plugins/known_marketplaces.json', JSON.stringify(market));
    for (const name of ['hooks/hooks.json', 'hooks/dist/chronicle.cjs']) box.write(`clone/${name}`, '{}');
    expect(found()).toMatchObject([{ path: box.path('clone'), state: 'outdated' }]);
    box.write('project/.claude/settings.local.json', JSON.stringify({ enabledPlugins: { [id]: false } }));
    expect(found()).toEqual([]);
  });
});
