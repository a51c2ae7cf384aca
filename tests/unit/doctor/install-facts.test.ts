import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statusLine } from '#src/doctor/status-line.ts';
import { hookEntries, sharedHookEntries } from '#src/install/hook-entries.ts';
import { readClaudeSettings } from '#src/node/doctor/claude-settings.ts';
import { sectionFacts, unfinishedFact, withWaiting } from '#src/node/doctor/install-facts.ts';
import { blockedIn, obstacleIn } from '#src/node/doctor/obstacle.ts';
import { statusFacts } from '#src/node/doctor/status-facts.ts';
import { installationsOf } from '#src/node/install/installations.ts';
import { USUAL_LAYERS } from '#src/project/layers.ts';
import { layoutOf } from '#src/project/paths.ts';
import { aConfig, put } from './a-config.ts';

const settings = (hooks: object) => `${JSON.stringify({ hooks }, null, 2)}\n`;

describe('withWaiting', () => {
  it('marks only shared hooks without a copy of this user as waiting', () => {
    const layout = aConfig();
    const [shared, own] = ['shared', 'own'].map((name) => `${layout.config}/${name}/settings.json`);
    put(shared ?? '', settings(sharedHookEntries()));
    put(own ?? '', settings(hookEntries(layout.app, 'linux')));
    const found = [shared, own].map((path = '') => ({
      ...({ kind: 'settings', scope: 'project', version: null, state: 'broken', faults: [] } as const),
      faults: [],
      path,
    }));
    expect(withWaiting(layout, found).map(({ isWaiting }) => isWaiting)).toEqual([true, false]);
    mkdirSync(layout.app, { recursive: true });
    expect(withWaiting(layout, found).map(({ isWaiting }) => isWaiting)).toEqual([false, false]);
  });
});

describe('unfinishedFact and sectionFacts', () => {
  it('tell what an uninstall left that was cut off', () => {
    const layout = aConfig();
    const path = put(`${layout.config}/settings.json`, settings(hookEntries(layout.app, 'linux')));
    const contract = put(`${layout.config}/CLAUDE.md`, 'Mine\n<!-- session-chronicle:begin -->\nLost\n');
    const record = { path, before: null, after: '', backup: null };
    const entry = {
      scope: 'user',
      root: null,
      version: '1',
      at: '',
      settings: record,
      skill: null,
      contract: null,
      import: null,
      made: [],
    };
    put(layout.install, JSON.stringify([entry]));
    expect(unfinishedFact(layout, null)).toBeNull();
    put(path, '{}');
    expect(unfinishedFact(layout, null)).toEqual({ settings: path, record: layout.install });
    rmSync(path);
    expect(unfinishedFact(layout, '/elsewhere')).not.toBeNull();
    put(path, '{"hooks": []}');
    expect(unfinishedFact(layout, null)).toBeNull();
    expect(sectionFacts(layout, null)).toMatchObject([{ path: contract, line: 2 }]);
  });
});

describe('readClaudeSettings, of what chronicle init refuses', () => {
  const twice = '{"hooks": {}, "hooks": {}}';
  it.each([
    ['{"hooks": []}', 'has an error at line 1, column 11: "hooks" is not an object', true],
    ['{"hooks": null}', 'has an error at line 1, column 11: "hooks" is not an object', true],
    [
      '{"hooks": {"SessionStart": {}}}',
      'has an error at line 1, column 28: "SessionStart" under "hooks" is not a list',
      true,
    ],
    [twice, expect.stringContaining('duplicate key "hooks"'), true],
    ['\u00ff{}', 'is not UTF-8. Save it as UTF-8', false],
  ])('says the same: %j', (text, fault, isLoaded) => {
    const { config } = aConfig();
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'settings.json'), text, 'latin1');
    expect(readClaudeSettings({ config }, null, '/home/me').files).toMatchObject([{ fault, isLoaded }]);
  });

  it('reports a broken link and a read-only file', () => {
    const { config } = aConfig();
    const path = join(config, 'settings.json');
    symlinkSync('/no/such', path);
    expect(readClaudeSettings({ config }, null, '/home/me').files).toMatchObject([
      { fault: 'is a broken symbolic link. Delete it, then run this again', isLoaded: false },
    ]);
    rmSync(path);
    writeFileSync(path, '{}', { mode: 0o444 });
    expect(readClaudeSettings({ config }, null, '/home/me').files).toMatchObject([
      { fault: null, locked: 'read-only' },
    ]);
  });
});

describe('installationsOf and readClaudeSettings, of a duplicate key', () => {
  it('use the last, as Claude Code does', () => {
    const layout = aConfig();
    const ours = JSON.stringify(hookEntries(layout.app, 'linux', USUAL_LAYERS));
    const path = `${layout.config}/settings.json`;
    const world = { env: {}, home: layout.config, cwd: '/', now: () => new Date(), host: 'here', parentPid: 1 };
    const faultsWith = (text: string) => {
      put(path, text);
      const [found] = installationsOf(world, layout, null);
      return found?.faults.map((fault) => fault.includes('does not load its hooks'));
    };
    put(`${layout.app}/package.json`, '{"version": "9.9.9"}');
    expect(faultsWith(`{"hooks": ${ours}, "hooks": {}}`)).toEqual([true]);
    expect(installationsOf(world, layout, null)).toMatchObject([{ version: '9.9.9', state: 'broken' }]);
    expect(faultsWith(`{"hooks": {}, "hooks": ${ours}}`)).toEqual([false]);
  });
});

describe('readClaudeSettings, of hooks of others', () => {
  it('finds those whose program does not exist, if their text names it', () => {
    const { config, app } = aConfig();
    put(`${app}/hook`, '');
    const commands = [
      `${app}/hook session-start`,
      '/old/session-chronicle/app/hook session-start',
      '"/old place/session-chronicle/app/hook" session-start',
      'node hooks/dist/chronicle.cjs session-start',
      'node "$HOME/clone/hooks/dist/chronicle.cjs" session-start',
    ];
    const hooks = commands.map((command) => `{"type": "command", "command": ${JSON.stringify(command)}}`).join(',\n');
    put(`${config}/settings.json`, `{"hooks": {"SessionStart": [{"hooks": [${hooks}]}]}}`);
    expect(readClaudeSettings({ config }, null, '/home/me').files).toMatchObject([{ others: [1, 4, 5], lost: [2, 3] }]);
  });
});

describe('statusFacts', () => {
  it('names the settings that chronicle init refuses', () => {
    const layout = aConfig();
    const world = { env: {}, home: layout.config, cwd: '/', now: () => new Date(), host: 'here', parentPid: 1 };
    const path = put(`${layout.config}/settings.json`, '{"hooks": []}');
    expect(statusFacts(world, layout)).toMatchObject({ installed: 'no', unfit: path });
    put(path, '{}');
    expect(statusFacts(world, layout)).toMatchObject({ installed: 'no', unfit: null });
  });
});

describe('blockedIn', () => {
  it('names files where the copy and the skill belong', () => {
    const layout = aConfig();
    expect(blockedIn(layout)).toEqual([]);
    put(layout.app, 'a file');
    put(`${layout.config}/skills`, 'a file');
    expect(blockedIn(layout).map(({ contains }) => contains)).toEqual(['copy', 'skill']);
  });
});

describe('obstacleIn', () => {
  it('names a file in the way of a directory, and status says so', () => {
    const { config, state } = aConfig();
    expect(obstacleIn(layoutOf(config))).toBeNull();
    put(state, 'a file');
    expect(obstacleIn(layoutOf(config))).toBe(state);
    const blocked = layoutOf(state);
    expect(obstacleIn(blocked)).toBe(state);
    const world = { env: {}, home: config, cwd: config, now: () => new Date(), host: 'here', parentPid: 1 };
    expect(statusLine(statusFacts(world, blocked))).toMatch(
      /^chronicle: off: .*session-chronicle is not a directory \(chronicle doctor\)$/,
    );
  });
});
