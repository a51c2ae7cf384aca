import { existsSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isDone } from '#src/setup/install.ts';
import { openBox } from './install-box.ts';

describe('init for a project', () => {
  it("writes the settings of its user, or those that are shared, as the user's files are made", () => {
    const box = openBox();
    const old = process.umask(0o027);
    box.init({ root: box.project });
    process.umask(old);
    const local = box.path('project/.claude/settings.local.json');
    expect(statSync(local).mode & 0o777).toBe(0o640);
    expect(existsSync(box.path('project/.claude/skills/session-retro/SKILL.md'))).toBe(true);
    box.init({ root: box.project, isShared: true });
    expect(existsSync(box.path('project/.claude/settings.json'))).toBe(true);
    box.uninstall(box.project);
    expect(box.all(box.project)).toEqual(new Map());
    expect(existsSync(box.path('project/.claude'))).toBe(false);
  });

  it.each<[string, Record<string, string>, string]>([
    ['CLAUDE.md', {}, 'there is no AGENTS.md'],
    ['CLAUDE.md', { 'CLAUDE.md': 'x' }, 'there is no AGENTS.md'],
    ['AGENTS.md', { 'AGENTS.md': 'x' }, 'it is all there is'],
    ['AGENTS.md', { 'AGENTS.md': 'x', 'CLAUDE.md': ' \n' }, 'CLAUDE.md is empty'],
    ['AGENTS.md', { 'AGENTS.md': 'x', 'CLAUDE.md': 'See @AGENTS.md first.' }, 'CLAUDE.md imports it'],
    ['AGENTS.md', { 'AGENTS.md': 'x', '.claude/CLAUDE.md': '@../AGENTS.md' }, '.claude/CLAUDE.md imports it'],
    ['CLAUDE.md', { 'AGENTS.md': 'x', 'CLAUDE.md': 'y' }, 'Claude Code loads only CLAUDE.md'],
    ['CLAUDE.md', { 'AGENTS.md': 'x', 'CLAUDE.local.md': 'y' }, 'Claude Code loads only CLAUDE.local.md'],
    ['CLAUDE.md', { 'AGENTS.md': 'x', 'CLAUDE.md': 'See @AGENTS.md.' }, 'a full stop is part of the name'],
  ])('writes the contract to %s with %j, because %s', (name, files) => {
    const box = openBox();
    for (const [file, text] of Object.entries(files)) box.write(`project/${file}`, text);
    expect(box.plan({ root: box.project }).contract).toBe(`${box.project}/${name}`);
  });

  it('removes and adds the contract as a later init says, keeps that choice, and removes every byte in the end', () => {
    const box = openBox();
    box.write('project/AGENTS.md', 'x\n');
    const before = box.all();
    for (const contract of [true, false, null, true, null]) {
      const { contract: path } = box.init({ root: box.project, contract });
      const isTold = box.read('project/AGENTS.md').includes('## Session chronicle');
      expect([contract, path !== null]).toEqual([contract, isTold]);
      expect(isDone(box.plan({ root: box.project, contract }))).toBe(true);
    }
    box.init({ root: box.project, contract: false });
    expect(box.plan({ root: box.project }).contract).toBeNull();
    box.uninstall();
    expect(box.all()).toEqual(before);
  });

  it('sees that one of the two is a link to the other', () => {
    const box = openBox();
    box.write('project/AGENTS.md', 'x\n');
    symlinkSync('AGENTS.md', box.path('project/CLAUDE.md'));
    expect(box.plan({ root: box.project }).contract).toBe(`${box.project}/AGENTS.md`);
  });

  it('does not tell the agent twice, unless it is asked for', () => {
    const box = openBox();
    box.init();
    const plan = box.plan({ root: box.project });
    const remark = expect.stringContaining('CLAUDE.md already has the contract');
    expect(plan).toMatchObject({ contract: null, remarks: [remark] });
    const wish = { root: box.project, contract: true };
    expect(box.plan(wish)).toMatchObject({ contract: `${box.project}/CLAUDE.md`, remarks: [] });
  });
});
