import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';
import { ESCAPE, openReadBox } from './read-box.ts';

let box: MemoryBox;
let first = '';

beforeAll(() => {
  ({ box, first } = openReadBox());
});

describe('chronicle memory show', () => {
  it('prints text, birth, changes, misses with their references, and open proposals', async () => {
    const { code, stdout } = await box.run('memory', 'show', 'feedback_money');
    const lines = stdout.split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'feedback_money.md',
      'inkwell, feedback, 107 bytes, written 4 Aug 2026',
      join(box.memoryDirectory, 'feedback_money.md'),
    ]);
    expect(lines[3]).toMatch(/^Broken\. .+ 4 Aug 2026.+\.$/);
    expect(stdout).toContain('\n  | description: "Money is integer cents"\n');
    expect(stdout).toContain('\nHistory (1)\n  2026-08-04 new, retro, in session ');
    expect(stdout).toContain(`, based on ${first}#e-123456\n`);
    expect(stdout).toMatch(
      /\nMissed since it was written \(2\)\n {2}2026-09-03 5e551011-2026-09-03#e-[0-9a-f]{6} feedback_money/,
    );
    expect(stdout).toMatch(/\nMissed before it was written \(1\)\n {2}2026-08-03 /);
    expect(stdout).toContain('\nOpen proposals (1)\n  p-aaaaaa STRENGTHEN 2026-09-01 It came back.\n');
    expect(code).toBe(0);
  });

  it('escapes control characters', async () => {
    const { stdout } = await box.run('memory', 'show', 'feedback_money.md');
    expect(stdout).not.toMatch(new RegExp(`[${ESCAPE}\u202e]`));
    expect(stdout).toContain('Cents. \\u{1b}[2J');
  });

  it('shows a deleted memory from the history', async () => {
    const { stdout } = await box.run('memory', 'show', 'feedback_old.md');
    expect(stdout).toContain('This memory was deleted.');
    expect(stdout).toContain('  2026-08-05 delete');
  });

  it.each([
    [['feedback_mony.md'], 'There is no memory feedback_mony.md. Did you mean feedback_money.md?'],
    [['feedback_mony'], 'There is no memory feedback_mony. Did you mean feedback_money.md?'],
    [['dates'], 'There is no memory dates. Did you mean feedback_dates.md?'],
    [['nothing'], 'There is no memory nothing. chronicle memory list shows all memories.'],
    [[], 'chronicle memory show takes the file name of one memory. chronicle memory list shows all memories.'],
  ])('refuses %j', async (names, sentence) => {
    expect(await box.run('memory', 'show', ...names)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  });

  it('limits the output for long memories and lines', async () => {
    const large = openMemoryBox();
    for (let day = 10; day < 30; day++) {
      large.session(
        `2026-08-${day}`,
        ...Array.from({ length: 9 }, (_, i) => `[MEMORY-MISS] big.md: ${i} ${'long '.repeat(300)}`),
      );
    }
    large.memory('big.md', { body: `${'x'.repeat(15_000)}\n${'line\n'.repeat(5000)}` });
    const { stdout } = await large.run('memory', 'show', 'big.md');
    expect(stdout.length).toBeLessThan(25_000);
    expect(stdout).toMatch(/\n {2}…\n/);
    expect(stdout).toMatch(/… 1\d\d earlier\./);
  });
});
