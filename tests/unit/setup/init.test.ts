import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isDone, planInit, runInit, cleanUpAfterInit } from '#src/setup/install.ts';
import { withInstallLock } from '#src/setup/install-record.ts';
import { packageFiles } from '#src/setup/package-copy.ts';
import { runUninstall } from '#src/setup/uninstall.ts';
import { plantLock } from '#tests/support/planted-lock.ts';
import { ROOT } from '#tests/support/root.ts';
import { openBox, settingsIn, USUAL } from './install-box.ts';

const SETTINGS = 'home/.claude/settings.json';
const THEIRS = '{\n\t"model": "opus",\n\t"hooks": { "Stop": [ { "hooks": [] } ] }\n}';

describe('init', () => {
  it('writes private files, and keeps the mode of those that are there', () => {
    const box = openBox();
    box.write(SETTINGS, THEIRS, 0o640);
    box.init();
    const mode = (name: string) => statSync(box.path(name)).mode & 0o777;
    expect(mode(SETTINGS)).toBe(0o640);
    expect(mode('home/.claude/CLAUDE.md')).toBe(0o600);
    expect(mode('home/.claude/session-chronicle')).toBe(0o700);
    expect(mode('home/.claude/session-chronicle/backups')).toBe(0o700);
    expect(mode('home/.claude/session-chronicle/app/hook')).toBe(0o700);
    expect(mode('home/.claude/session-chronicle/install.json')).toBe(0o600);
  });

  it('copies all that runs, and names the package it is of', () => {
    const box = openBox();
    box.init({ contract: false });
    const app = 'home/.claude/session-chronicle/app';
    const manifest = { name: 'session-chronicle', chronicle: { package: ROOT } };
    expect(JSON.parse(box.read(`${app}/package.json`))).toMatchObject(manifest);
    expect(box.read(`${app}/hook`)).toContain(`\nnode='${process.execPath}'\n`);
    expect(existsSync(box.path(`${app}/skill/session-retro/SKILL.md`))).toBe(true);
    expect(existsSync(box.path('home/.claude/CLAUDE.md'))).toBe(false);
    box.write(`${app}/hooks/dist/old.cjs`, '');
    box.write(`${app}/hook`, 'older');
    const plan = box.init({ contract: false });
    expect([[...plan.app.writes.keys()], plan.app.removes]).toEqual([['hook'], ['hooks/dist/old.cjs']]);
    expect(isDone(box.plan())).toBe(true);
  });

  it('edits what a link leads to, and keeps the link', () => {
    const box = openBox();
    box.write('dotfiles/settings.json', THEIRS);
    symlinkSync(box.path('dotfiles/settings.json'), box.path(SETTINGS));
    box.init();
    expect(lstatSync(box.path(SETTINGS)).isSymbolicLink()).toBe(true);
    expect(box.read('dotfiles/settings.json')).toContain('session-start');
    box.uninstall();
    expect(lstatSync(box.path(SETTINGS)).isSymbolicLink()).toBe(true);
    expect(box.read('dotfiles/settings.json')).toBe(THEIRS);
  });

  it.each<[string, string, string | Buffer, string]>([
    ['CHRONICLE_BAD_SETTINGS', SETTINGS, '{\n  "a": 1\n  "b": 2\n}', `${SETTINGS}:3:3: not valid JSON`],
    ['CHRONICLE_BAD_SETTINGS', SETTINGS, '{"a": 1\n', `${SETTINGS}:1:8: not valid JSON: close brace expected`],
    ['CHRONICLE_BAD_SETTINGS', SETTINGS, '{"a": }\n', `${SETTINGS}:1:7: not valid JSON: value expected`],
    ['CHRONICLE_BAD_SETTINGS', SETTINGS, '{"hooks": []}', `${SETTINGS}:1:11: "hooks" is not an object`],
    ['CHRONICLE_BAD_SETTINGS', SETTINGS, '{\n  // mine\n  "a": 1\n}', `${SETTINGS}:2:3: not valid JSON: a comment`],
    ['CHRONICLE_BAD_SETTINGS', SETTINGS, '{\n "a": [1, 2, ],\n}', `${SETTINGS}:2:12: not valid JSON: a trailing comma`],
    ['CHRONICLE_NOT_UTF8', SETTINGS, Buffer.from([0x7b, 0xff, 0x7d]), 'Save it as UTF-8'],
    ['CHRONICLE_TOO_LARGE', SETTINGS, `{"a":"${'x'.repeat(1024 * 1024)}"}`, 'is larger than 1 MiB'],
    ['CHRONICLE_TOO_LARGE', SETTINGS, `{"a":"${'x'.repeat(1024 * 1024 - 99)}"}`, 'would be larger than 1 MiB'],
    ['CHRONICLE_BAD_SECTION', 'home/.claude/CLAUDE.md', 'a\n<!-- session-chronicle:begin -->\n', 'CLAUDE.md:2:1: '],
    ['CHRONICLE_BAD_RECORD', 'home/.claude/session-chronicle/install.json', '{}', 'Delete it'],
  ])('refuses with %s before anything is written: %s', (code, name, text, sentence) => {
    const box = openBox();
    box.write(name, text);
    const before = box.all();
    expect(() => box.plan()).toThrow(expect.objectContaining({ code, message: expect.stringContaining(sentence) }));
    expect(box.all()).toEqual(before);
  });

  it('refuses a read-only file, a broken link and a directory in its place', () => {
    const box = openBox();
    box.write(SETTINGS, '{}');
    chmodSync(box.path(SETTINGS), 0o444);
    expect(() => box.plan()).toThrow(expect.objectContaining({ code: 'CHRONICLE_READ_ONLY' }));
    symlinkSync('/nowhere/at/all', box.path('home/.claude/CLAUDE.md'));
    chmodSync(box.path(SETTINGS), 0o644);
    expect(() => box.plan()).toThrow(expect.objectContaining({ code: 'CHRONICLE_BAD_LINK' }));
    mkdirSync(box.path('project/.claude/settings.json'), { recursive: true });
    const wish = { root: box.project, isShared: true };
    expect(() => box.plan(wish)).toThrow(expect.objectContaining({ code: 'CHRONICLE_NOT_A_FILE' }));
  });

  it('deletes what a killed one left beside its files, and nothing else', () => {
    const box = openBox();
    const left = (name: string) => `home/.claude/.${name}.4711.elsewhere.1f2e3d.tmp`;
    const names = ['settings.json', 'CLAUDE.md', 'other.json'].map(left);
    const kept = ['home/.claude/.settings.json.x.tmp', 'home/.claude/settings.json.1f2e3d.tmp'];
    for (const name of [...names, ...kept]) box.write(name, 'sk-secret');
    const plan = box.plan();
    cleanUpAfterInit(plan);
    expect(box.all().size).toBe(5);
    for (const name of names) utimesSync(box.path(name), 0, 0);
    cleanUpAfterInit(plan);
    expect([...box.all().keys()].toSorted()).toEqual([names[2], ...kept].toSorted());
  });

  it('deletes what an ended process left, and does not take it for a file of the skill', () => {
    const box = openBox();
    box.init();
    const { pid } = spawnSync(process.execPath, ['--version']);
    const ending = (of: number) => `${of}.${hostname()}.1f2e3d.tmp`;
    const skill = 'home/.claude/skills/session-retro/.SKILL.md';
    const gone = ['home/.claude/.settings.json', `home/.claude/session-chronicle/.install.json`, skill];
    const before = [...box.all().keys()];
    for (const name of gone) box.write(`${name}.${ending(pid)}`, 'sk-secret');
    const work = `home/.claude/session-chronicle/.tmp/${pid}.${hostname().replaceAll('/', '')}.1a2b.tmp`;
    box.write(work, 'sk-secret');
    const live = `${skill}.${ending(process.pid)}`;
    box.write(live, '');
    const plan = box.plan();
    expect([plan.remarks, isDone(plan)]).toEqual([[], true]);
    cleanUpAfterInit(plan);
    expect([...box.all().keys()]).toEqual([...before, live].toSorted());
  });

  it('does not replace what a newer version installed', () => {
    const box = openBox();
    const manifest = 'home/.claude/session-chronicle/app/package.json';
    for (const version of ['9.0.0', '0.10.0', '9.0.0-beta.1']) {
      box.write(manifest, JSON.stringify({ version }));
      const said = expect.objectContaining({ code: 'CHRONICLE_OLDER', message: expect.stringContaining(version) });
      expect(() => box.plan()).toThrow(said);
    }
    for (const version of ['0.0.9', '0.1.0-beta.1', 'x']) {
      box.write(manifest, JSON.stringify({ version }));
      expect(box.plan().entry.version).toBe(packageFiles().version);
    }
  });

  it('refuses a place that no script can name', () => {
    const box = openBox();
    const env = { ...box.env, home: box.path('line\nbreak') };
    expect(() => planInit(env, packageFiles(), USUAL)).toThrow(
      expect.objectContaining({ code: 'CHRONICLE_BAD_PLACE' }),
    );
  });

  it('works over what another has left since it was shown, and remembers the directories that were made', () => {
    const box = openBox();
    rmSync(box.paths.config, { recursive: true });
    const shown = box.plan();
    box.init();
    box.uninstall();
    runInit(box.env, packageFiles(), USUAL, shown);
    expect(isDone(box.plan())).toBe(true);
    const plan = box.planOut();
    runUninstall(packageFiles().root, { root: null, plan, purge: null });
    expect(existsSync(box.paths.config)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('waits for nobody who is at work for long, and says so', () => {
    const box = openBox();
    box.init();
    const lock = `${box.paths.state}/.tmp/install.lock`;
    plantLock(lock, process.pid);
    expect(() => withInstallLock(box.paths, () => {}, 10)).toThrow(expect.objectContaining({ code: 'CHRONICLE_BUSY' }));
    expect(existsSync(lock)).toBe(true);
  });

  it('puts its hooks into what somebody saved after it was planned', () => {
    const box = openBox();
    box.write(SETTINGS, '{}');
    const plan = box.plan();
    const { edit } = settingsIn(plan);
    let saves = 0;
    settingsIn(plan).edit = (text) => {
      const after = edit(text);
      if (saves++ === 0) writeFileSync(box.path(SETTINGS), '{ "saved": 1 }');
      return after;
    };
    box.apply(plan);
    expect(JSON.parse(box.read(SETTINGS))).toMatchObject({ saved: 1, hooks: { SessionStart: [{}] } });
    box.uninstall();
    expect(JSON.parse(box.read(SETTINGS))).toEqual({ saved: 1 });
  });
});
