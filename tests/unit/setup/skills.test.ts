import { existsSync, lstatSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isDone } from '#src/setup/install.ts';
import { LAYERS } from '#src/lib/config.ts';
import { openBox } from './install-box.ts';

const RECORD = 'home/.claude/session-chronicle/install.json';
const SKILL = 'home/.claude/skills/session-retro';

type Box = ReturnType<typeof openBox>;

/** The names of the skills whose files a plan writes or keeps. */
const skillsOf = ({ adds }: ReturnType<Box['plan']>) => [
  ...new Set(adds.flatMap(({ path }) => /skills\/([^/]+)\//.exec(path)?.[1] ?? [])),
];

describe('the skills of init', () => {
  it('keeps a skill that is not ours, and replaces its own', () => {
    const box = openBox();
    box.init();
    const packaged = box.read(`${SKILL}/SKILL.md`);
    box.write(`${SKILL}/SKILL.md`, 'mine');
    const said = [expect.stringContaining('SKILL.md was not written by chronicle init')];
    expect(box.init().remarks).toEqual(said);
    expect(box.read(`${SKILL}/SKILL.md`)).toBe('mine');
    // As an earlier version left it.
    const text = box.read(RECORD);
    const [entry] = JSON.parse(text);
    const file = entry.files.find(({ path }: { path: string }) => path.endsWith('session-retro/SKILL.md'));
    box.write(RECORD, text.replace(file.after, '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6'));
    box.write(`${SKILL}/SKILL.md`, 'c');
    box.init();
    expect(box.read(`${SKILL}/SKILL.md`)).toBe(packaged);
    expect(skillsOf(box.plan({ hasSkills: false }))).toEqual([]);
  });

  it.each(['a file', 'a directory', 'nothing'])('follows no link to %s, also at the end', (target) => {
    const box = openBox();
    box.init();
    box.write('elsewhere/SKILL.md', box.read(`${SKILL}/SKILL.md`));
    const targets = { 'a file': 'elsewhere/SKILL.md', 'a directory': 'elsewhere', nothing: 'gone' };
    const link = target === 'a directory' ? SKILL : `${SKILL}/SKILL.md`;
    rmSync(box.path(link), { recursive: true });
    symlinkSync(box.path(targets[target as keyof typeof targets]), box.path(link));
    expect(box.plan().remarks).toEqual([expect.stringContaining('SKILL.md was not written by')]);
    box.init();
    box.uninstall();
    expect(lstatSync(box.path(link)).isSymbolicLink()).toBe(true);
    expect(existsSync(box.path('elsewhere/SKILL.md'))).toBe(true);
  });

  it('installs the skill of a layer with the layer, and removes it without', () => {
    const box = openBox();
    const skill = 'home/.claude/skills/observe/SKILL.md';
    const app = 'home/.claude/session-chronicle/app';
    box.init();
    expect([existsSync(box.path(skill)), existsSync(box.path(`${app}/skill/observe/SKILL.md`))]).toEqual([false, true]);
    box.init({ layers: LAYERS });
    expect(box.read(skill)).toContain('name: observe\n');
    expect(isDone(box.plan())).toBe(true);
    box.write('home/.claude/skills/observe/references/now.md', 'mine');
    box.init({ layers: ['log'] });
    expect(existsSync(box.path(skill))).toBe(false);
    expect(box.read('home/.claude/skills/observe/references/now.md')).toBe('mine');
    expect(existsSync(box.path(`${SKILL}/SKILL.md`))).toBe(true);
  });

  it('removes what a later init declines, and keeps what its owner changed', () => {
    const box = openBox();
    box.write('home/.claude/CLAUDE.md', 'mine\n');
    box.init();
    box.init({ contract: false, hasSkills: false });
    expect(box.read('home/.claude/CLAUDE.md')).toBe('mine\n');
    expect(existsSync(box.path(SKILL))).toBe(false);
    expect(isDone(box.plan({ contract: false, hasSkills: false }))).toBe(true);
    box.init({ contract: true });
    box.write(`${SKILL}/SKILL.md`, 'mine');
    expect(box.init({ hasSkills: false }).remarks).toEqual([
      expect.stringContaining('SKILL.md was changed since chronicle init wrote it, so it stays'),
    ]);
    expect(box.read(`${SKILL}/SKILL.md`)).toBe('mine');
    expect(box.read('home/.claude/CLAUDE.md')).toContain('session-chronicle:begin');
  });
});
