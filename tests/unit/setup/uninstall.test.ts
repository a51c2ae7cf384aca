import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFiles } from '#src/setup/package-copy.ts';
import { applyUninstall, isClean, ownPlaces, removePlaces, runUninstall } from '#src/setup/uninstall.ts';
import { foreignHooks } from './foreign-hooks.ts';
import { openBox, settingsIn } from './install-box.ts';

const SETTINGS = 'home/.claude/settings.json';
const STATE = 'home/.claude/session-chronicle';
const THEIRS = '\ufeff{ "a": [ ],\r\n  "hooks" : {}}';

const parsed = (text: string) => JSON.parse(text.replace('\ufeff', ''));

/** A home that has been used, and a project with instructions. */
function used() {
  const box = openBox();
  box.write(SETTINGS, THEIRS);
  box.write('home/.claude/CLAUDE.md', 'no last line end');
  box.write('project/AGENTS.md', '# Here\r\n\r\n');
  box.write('project/CLAUDE.md', '# There\n');
  return box;
}

describe('uninstall', () => {
  it('restores every byte in all projects, also after updates', () => {
    const box = used();
    const before = box.all();
    box.init();
    box.init({ root: box.project });
    // What an earlier version left is replaced by an update.
    box.write(`${STATE}/app/hook`, 'older');
    box.init();
    expect(isClean(box.uninstall())).toBe(false);
    expect(box.all()).toEqual(before);
    expect([existsSync(box.path(STATE)), existsSync(box.path('project/.claude'))]).toEqual([false, false]);
    expect(isClean(box.planOut())).toBe(true);
  });

  it.each([true, false])('leaves hooks of others that name our programs, with a record or without: %s', (hasRecord) => {
    const box = openBox();
    const hooks = { SessionStart: [{ hooks: foreignHooks }], Stop: [{ hooks: foreignHooks }] };
    const before = JSON.stringify({ model: 'opus', hooks }, null, '\t');
    box.write(SETTINGS, before);
    box.init({ contract: false, hasSkills: false });
    if (!hasRecord) rmSync(box.path(`${STATE}/install.json`));
    box.uninstall();
    if (hasRecord) expect(box.read(SETTINGS)).toBe(before);
    else expect(JSON.parse(box.read(SETTINGS)).hooks).toEqual(hooks);
    expect(existsSync(box.path(STATE))).toBe(false);
  });

  it('keeps later changes, and removes all of ours', () => {
    const box = used();
    box.init();
    box.write(SETTINGS, box.read(SETTINGS).replace(/"a": \[ ?\]/, '"a": [ 1 ]'));
    box.write('home/.claude/CLAUDE.md', `before\n${box.read('home/.claude/CLAUDE.md')}after\n`);
    box.write('home/.claude/skills/session-retro/own.md', 'mine');
    box.uninstall();
    expect(parsed(box.read(SETTINGS))).toEqual({ a: [1], hooks: {} });
    expect(box.read('home/.claude/CLAUDE.md')).toBe('before\nno last line end\nafter\n');
    expect(box.read('home/.claude/skills/session-retro/own.md')).toBe('mine');
    expect(existsSync(box.path('home/.claude/skills/session-retro/SKILL.md'))).toBe(false);
  });

  it.each([false, true])(
    'removes a file that init made, if nothing else came into it, also after another init: %s',
    (isRepeated) => {
      const box = openBox();
      box.init();
      box.write(SETTINGS, box.read(SETTINGS).replaceAll('  ', '\t'));
      if (isRepeated) box.init();
      box.uninstall();
      expect(box.all()).toEqual(new Map());
    },
  );

  it.each(['without', 'with a broken'])('recognises what is ours %s record', (how) => {
    const box = used();
    box.init();
    if (how === 'without') rmSync(box.path(`${STATE}/install.json`));
    else box.write(`${STATE}/install.json`, '[{');
    rmSync(box.path(`${STATE}/backups`), { recursive: true });
    const { remarks } = box.uninstall();
    const damaged = remarks.filter((remark) => remark.includes('is damaged, so only the usual places'));
    expect(damaged).toHaveLength(how === 'without' ? 0 : 1);
    expect(remarks.join()).not.toContain('Nothing was written');
    expect(parsed(box.read(SETTINGS))).toEqual({ a: [] });
    expect(box.read('home/.claude/CLAUDE.md')).toBe('no last line end\n');
    for (const name of [STATE, 'home/.claude/skills/session-retro']) expect(existsSync(box.path(name))).toBe(false);
  });

  it('removes what a killed init left: only the record, or everything but the settings', () => {
    const box = used();
    const before = box.all();
    const plan = box.plan();
    settingsIn(plan).edit = () => {
      throw new Error('killed');
    };
    expect(() => box.apply(plan)).toThrow('killed');
    expect(box.read('home/.claude/CLAUDE.md')).toContain('session-chronicle:begin');
    box.uninstall();
    expect(box.all()).toEqual(before);
  });

  it.each([false, true])('can take out what a killed update left, also after another init: %s', (isRepeated) => {
    const box = used();
    const before = box.all();
    box.init();
    // The record says what would have come, the files hold what was there.
    box.write(SETTINGS, box.read(SETTINGS).replaceAll('"timeout": 10', '"timeout": 9'));
    box.write('home/.claude/CLAUDE.md', box.read('home/.claude/CLAUDE.md').replace('A hook opens', 'It opens'));
    if (isRepeated) box.init();
    box.uninstall();
    expect(box.all()).toEqual(before);
  });

  it('finishes what a killed one began, as the record says', () => {
    const box = used();
    const before = box.all();
    box.init();
    box.write(SETTINGS, THEIRS);
    box.uninstall();
    expect(box.all()).toEqual(before);
  });

  it('refuses to remove more than was shown', () => {
    const box = openBox();
    box.init({ contract: false });
    const plan = box.planOut();
    box.init({ root: box.project, contract: false });
    const before = box.all();
    const run = () => runUninstall(packageFiles().root, { root: null, plan, purge: null });
    expect(run).toThrow(expect.objectContaining({ code: 'CHRONICLE_CHANGED' }));
    expect(box.all()).toEqual(before);
  });

  it('says what it cannot remove, and keeps the programs it runs', () => {
    const box = used();
    box.init();
    box.write(SETTINGS, `${box.read(SETTINGS)}}`);
    const { faults } = box.uninstall();
    expect(faults).toEqual([expect.stringMatching(/settings\.json:\d+:\d+: not valid JSON/)]);
    expect(existsSync(box.path(`${STATE}/app/hook`))).toBe(true);
    expect(box.read('home/.claude/CLAUDE.md')).toBe('no last line end');
    box.write(SETTINGS, box.read(SETTINGS).slice(0, -1));
    expect(box.uninstall().faults).toEqual([]);
    expect(box.read(SETTINGS)).toBe(THEIRS);
    expect(existsSync(box.path(STATE))).toBe(false);
  });

  it('removes one project only, and keeps a contract that colleagues added', () => {
    const box = used();
    box.init();
    box.init({ root: box.project, contract: false });
    box.write('project/AGENTS.md', '<!-- session-chronicle:begin -->\n<!-- session-chronicle:end -->\n');
    box.uninstall(box.project);
    expect(box.read('project/AGENTS.md')).toContain('begin');
    expect(existsSync(box.path('project/.claude'))).toBe(false);
    expect(JSON.parse(box.read(`${STATE}/install.json`))).toMatchObject([{ root: null }]);
    expect(box.read(SETTINGS)).toContain('session-start');
    expect(existsSync(box.path(`${STATE}/app/hook`))).toBe(true);
  });

  it('keeps what another init did while a person was asked', () => {
    const box = openBox();
    box.init({ root: box.project, contract: false });
    const plan = box.planOut(box.project);
    box.init({ contract: false });
    applyUninstall(plan);
    expect(JSON.parse(box.read(`${STATE}/install.json`))).toMatchObject([{ root: null }]);
    expect(existsSync(box.path(`${STATE}/app/hook`))).toBe(true);
    box.uninstall();
    expect(box.all()).toEqual(new Map());
  });

  it('goes on where a project is gone, says so, and takes it out at its new place', () => {
    const box = openBox();
    box.init({ root: box.project, contract: false });
    renameSync(box.project, box.path('moved'));
    const gone = expect.stringContaining(`${box.project} does not exist any more.`);
    expect(box.uninstall()).toMatchObject({ faults: [], remarks: [gone] });
    expect(existsSync(box.path(STATE))).toBe(false);
    const stays = expect.stringContaining('settings.local.json will be empty. It stays');
    expect(box.uninstall(box.path('moved')).remarks).toEqual([stays]);
    expect([...box.all(box.path('moved'))]).toEqual([['.claude/settings.local.json', '{}\n']]);
  });

  it("removes Claude Code's directory where init made it", () => {
    const box = openBox();
    rmSync(box.path('home'), { recursive: true });
    mkdirSync(box.path('home'));
    box.init();
    box.uninstall();
    expect(existsSync(box.path('home/.claude'))).toBe(false);
  });

  it.each<[string, Buffer]>([
    ['Latin-1', Buffer.from('{"a": "\xfc"}', 'latin1')],
    ['large', Buffer.from(`{"a": "${'x'.repeat(1024 * 1024)}"}`)],
  ])('has nothing to say of settings that are %s and hold nothing of ours', (_, bytes) => {
    const box = openBox();
    box.write(SETTINGS, bytes);
    expect(isClean(box.planOut())).toBe(true);
    box.write(SETTINGS, Buffer.concat([bytes, Buffer.from('"/x/session-chronicle/app/hook"')]));
    expect(box.planOut().faults).toHaveLength(1);
  });
});

it('a purge follows no link', () => {
  const box = openBox();
  box.write('elsewhere/big/one.md', '1');
  box.write('elsewhere/big/two.md', '2');
  box.write(`${STATE}/config.json`, '{}');
  symlinkSync(box.path('elsewhere/big'), box.path(`${STATE}/linked`));
  removePlaces(box.paths, ownPlaces(box.paths));
  expect([existsSync(box.path(STATE)), existsSync(box.path('elsewhere/big/one.md'))]).toEqual([false, true]);
});

describe('removePlaces', () => {
  it('removes what was recorded, in all projects, and nothing else', () => {
    const box = used();
    const kept = ['home/.claude/projects/-a/memory/MEMORY.md', 'home/.claude/projects/-a/1.jsonl', 'elsewhere/x.md'];
    for (const name of kept) box.write(name, 'theirs');
    const before = box.all();
    for (const name of [
      '-a/chronicle/2026-01-01-main.md',
      '-a/chronicle/memory/proposals.jsonl',
      '-b/chronicle/2026-01-02-main.md',
    ])
      box.write(`home/.claude/projects/${name}`, 'ours');
    box.write(`${STATE}/drafts/one/draft.mdx`, 'ours');
    mkdirSync(box.path('home/.claude/projects/-c'));
    symlinkSync(box.path('elsewhere'), box.path('home/.claude/projects/-c/chronicle'));
    const places = ownPlaces(box.paths);
    expect(places).toMatchObject({ chronicles: [{ count: 1 }, { count: 1 }], drafts: 1 });
    expect(places.links).toEqual([box.path('home/.claude/projects/-c/chronicle')]);
    removePlaces(box.paths, places);
    rmSync(box.path('home/.claude/projects/-c'), { recursive: true });
    expect(box.all()).toEqual(before);
    expect(existsSync(box.path('home/.claude/projects/-b'))).toBe(false);
  });

  it('does not follow a link out of the configuration', () => {
    const box = used();
    box.write('elsewhere/-a/chronicle/2026-01-01-main.md', 'theirs');
    symlinkSync(box.path('elsewhere'), box.path('home/.claude/projects'));
    symlinkSync(box.path('elsewhere'), box.path(STATE));
    const places = ownPlaces(box.paths);
    expect(places).toMatchObject({ chronicles: [], state: null });
    expect(places.links).toHaveLength(2);
    removePlaces(box.paths, places);
    expect(box.read('elsewhere/-a/chronicle/2026-01-01-main.md')).toBe('theirs');
  });
});
