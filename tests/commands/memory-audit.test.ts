import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';
import { MISS, openReadBox } from './read-box.ts';

let box: MemoryBox;

beforeAll(() => {
  ({ box } = openReadBox());
});

describe('chronicle memory audit', () => {
  it('prints file and line, the problem and what to do', async () => {
    const { code, stdout, stderr } = await box.run('memory', 'audit', '--project', 'inkwell');
    const directory = box.memoryDirectory;
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`${directory}/feedback_money.md: feedback_money.md is still being broken: missed twice`),
      `${directory}/MEMORY.md:3: MEMORY.md names gone.md, but the file does not exist. Delete the entry, or restore the file.`,
      expect.stringContaining(`${directory}/user_role.md: MEMORY.md does not name user_role.md`),
      expect.stringContaining(`${directory}/feedback_unused.md: feedback_unused.md was never applied in 25 sessions`),
    ]);
    expect(stderr).toBe('4 findings in 4 memories.\n');
    expect(code).toBe(0);
  });

  it('exits with 1 under --strict if there are findings', async () => {
    expect((await box.run('memory', 'audit', '--strict')).code).toBe(1);
    const clean = openMemoryBox();
    clean.session('2026-08-03', MISS);
    clean.memory('feedback_dates.md');
    clean.index('feedback_dates.md');
    expect(await clean.run('memory', 'audit', '--strict')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No findings in 1 memory.\n',
    });
  });

  it("follows the owner's decisions about mistakes, and reports unusable ones", async () => {
    const own = openMemoryBox();
    own.session('2026-08-03', '[MEMORY-MISS] feedback_money.md: a float');
    own.session('2026-09-03', '[MEMORY-MISS] The total of the order came out a cent short');
    own.memory('feedback_money.md');
    own.history({ file: 'feedback_money.md', at: '2026-08-04T08:00:00Z' });
    own.index('feedback_money.md');
    expect((await own.run('memory', 'audit')).stdout).toBe('');
    const idIn = async (name: string) => /e-[0-9a-f]{6}/.exec((await own.run('show', name)).stdout)?.[0];
    const misses = [
      `5e551011-2026-08-03#${await idIn('2026-08-03-main')}`,
      `5e551011-2026-09-03#${await idIn('2026-09-03-main')}`,
    ];
    mkdirSync(join(own.config, 'session-chronicle'), { recursive: true });
    const clusters = join(own.config, 'session-chronicle/clusters.yml');
    writeFileSync(clusters, `merge:\n  - [${misses.join(', ')}]\n`);
    expect((await own.run('memory', 'audit')).stdout).toContain('feedback_money.md is still being broken');
    writeFileSync(clusters, 'spilt: []\n');
    expect((await own.run('memory', 'audit')).stderr).toContain(`${clusters}:1:1: `);
  });
});

describe('a memory that cannot be read', () => {
  it('is listed, and each command says what is wrong with it', async () => {
    const own = openMemoryBox();
    own.session('2026-08-03', MISS);
    own.memory('feedback_money.md');
    own.history({ file: 'feedback_money.md', at: '2026-08-04T08:00:00Z' });
    writeFileSync(join(own.memoryDirectory, 'feedback_money.md'), Buffer.from([0x61, 0xff]));
    writeFileSync(join(own.memoryDirectory, 'MEMORY.md'), Buffer.from([0x61, 0xff]));
    const why = 'the file is not UTF-8 text (there is an invalid byte here)';
    const list = await own.run('memory', 'list');
    expect(list.stderr).toContain(`feedback_money.md: ${why}.`);
    const shown = (await own.run('memory', 'show', 'feedback_money')).stdout;
    expect(shown).toContain(`It cannot be read: ${why}.`);
    expect(shown).not.toContain('deleted');
    const audit = (await own.run('memory', 'audit')).stdout;
    expect(audit).toContain(`feedback_money.md was not checked: ${why}.`);
    expect(audit).toContain(`MEMORY.md was not checked: ${why}.`);
    expect(audit).not.toContain('does not name');
    expect((await own.run('doctor')).stdout).toMatch(/feedback_money\.md:1:2: .*not UTF-8/);
  });
});
