import { existsSync, lstatSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isDone } from '#src/setup/plan-init.ts';
import { LAYERS } from '#src/lib/layers.ts';
import { openBox } from './install-box.ts';

describe('the skills of init', () => {
  it('keeps a skill that is not ours, and replaces its own', () => {
    const box = openBox();
    const skill = 'home/.claude/skills/session-retro/SKILL.md';
    box.init();
    const packaged = box.read(skill);
    box.write(skill, 'mine');
    expect(box.plan()).toMatchObject({
      skills: [expect.objectContaining({ name: 'recall' })],
      remarks: [expect.stringContaining('SKILL.md was not written by chronicle init')],
    });
    // As an earlier version left it.
    const record = JSON.parse(box.read('home/.claude/session-chronicle/install.json'));
    record[0].skills[0].files['SKILL.md'] = '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6';
    box.write('home/.claude/session-chronicle/install.json', JSON.stringify(record));
    box.write(skill, 'c');
    box.init();
    expect(box.read(skill)).toBe(packaged);
    expect(box.plan({ hasSkills: false }).skills).toEqual([]);
  });

  it.each(['a file', 'a directory', 'nothing'])(
    'leaves a skill alone that holds a link to %s, also at the end',
    (target) => {
      const box = openBox();
      const skill = 'home/.claude/skills/session-retro';
      box.init();
      box.write('elsewhere/SKILL.md', box.read(`${skill}/SKILL.md`));
      const targets = { 'a file': 'elsewhere/SKILL.md', 'a directory': 'elsewhere', nothing: 'gone' };
      symlinkSync(box.path(targets[target as keyof typeof targets]), box.path(`${skill}/notes`));
      expect(box.plan()).toMatchObject({
        skills: [expect.objectContaining({ name: 'recall' })],
        remarks: [expect.stringContaining('/notes was not written by')],
      });
      box.uninstall();
      expect(lstatSync(box.path(`${skill}/notes`)).isSymbolicLink()).toBe(true);
      expect(existsSync(box.path(`${skill}/SKILL.md`))).toBe(false);
    },
  );

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
    const { remarks } = box.init({ layers: ['log'] });
    expect(remarks).toEqual([expect.stringContaining('observe/references/now.md was changed since')]);
    expect(existsSync(box.path(skill))).toBe(false);
    expect(box.read('home/.claude/skills/observe/references/now.md')).toBe('mine');
    expect(existsSync(box.path('home/.claude/skills/session-retro/SKILL.md'))).toBe(true);
  });

  it('reads a record from when there was one skill', () => {
    const box = openBox();
    const path = 'home/.claude/session-chronicle/install.json';
    box.init();
    const [{ skills, ...entry }] = JSON.parse(box.read(path));
    box.write(path, JSON.stringify([{ ...entry, skill: skills[0] }]));
    rmSync(box.path('home/.claude/skills/recall'), { recursive: true });
    expect(box.plan().old).toEqual({ ...entry, skills: skills.slice(0, 1) });
    box.uninstall();
    expect(existsSync(box.path('home/.claude/skills'))).toBe(false);
  });

  it('removes what a later init declines, and keeps what its owner changed', () => {
    const box = openBox();
    box.write('home/.claude/CLAUDE.md', 'mine\n');
    box.init();
    box.init({ contract: 'none', hasSkills: false });
    expect(box.read('home/.claude/CLAUDE.md')).toBe('mine\n');
    expect(existsSync(box.path('home/.claude/skills/session-retro'))).toBe(false);
    expect(isDone(box.plan({ contract: 'none', hasSkills: false }))).toBe(true);
    box.init({ contract: 'claude' });
    box.write('home/.claude/skills/session-retro/SKILL.md', 'mine');
    const { remarks } = box.init({ hasSkills: false });
    expect(remarks).toEqual([
      expect.stringContaining('SKILL.md was changed since chronicle init wrote it, so it stays'),
    ]);
    expect(box.read('home/.claude/skills/session-retro/SKILL.md')).toBe('mine');
    expect(box.read('home/.claude/CLAUDE.md')).toContain('session-chronicle:begin');
  });
});
