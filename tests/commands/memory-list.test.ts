import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';
import { cells, openReadBox } from './read-box.ts';

let box: MemoryBox;
let first = '';

beforeAll(() => {
  ({ box, first } = openReadBox());
});

describe('chronicle memory list', () => {
  it('prints a line per memory, broken memories first, and counts open proposals', async () => {
    const { code, stdout, stderr } = await box.run('memory', 'list');
    expect(cells(stdout)).toEqual([
      ['Memory', 'Written', 'Hits', 'Misses', 'State'],
      ['feedback_money.md', '4 Aug 2026', '0', '1 → 2', 'broken'],
      ['feedback_dates.md', '4 Aug 2026 (file date)', '1', '0 → 0', 'too early'],
      ['feedback_unused.md', '4 Aug 2026', '0', '0 → 0', 'too early'],
      ['user_role.md', expect.stringMatching(/ \(file date\)$/), '0', '0 → 0', 'too early'],
    ]);
    expect(stderr).toBe(
      '4 memories, 1 still being broken.\n1 open proposal. To review in a terminal: chronicle review\nDoes writing it down help? Not known yet: of 4 memories and 1 deleted, none can be compared yet, which takes 2 sessions with the mistake before it was written and 5 sessions since.\n',
    );
    expect(code).toBe(0);
  });

  it('says how many it does not list', async () => {
    const { stdout, stderr } = await box.run('memory', 'list', '--limit', '1');
    expect(cells(stdout)).toHaveLength(2);
    expect(stderr).toContain('3 more memories not listed. Use --limit 4 to list all.\n');
  });

  it('keeps a memory with line breaks in its name on one line', async () => {
    const hostile = openMemoryBox();
    hostile.session('2026-08-03', '[DECISION] Work');
    hostile.memory('a\nb.md');
    for (const command of ['list', 'audit']) {
      const { stdout } = await hostile.run('memory', command);
      expect(stdout.split('\n').filter((line) => line.includes('b.md'))).toEqual([expect.stringContaining('a b.md')]);
    }
  });

  it("shows only the memories of the session's project, outside a session all with their projects", async () => {
    const other = join(box.config, 'projects/-other');
    mkdirSync(join(other, 'chronicle'), { recursive: true });
    mkdirSync(join(other, 'memory'));
    writeFileSync(
      join(other, 'chronicle/2026-08-01-main.md'),
      '---\nsession_id: other-1\ndate: 2026-08-01\nbranch: main\ntask:\nstarted: 2026-08-01T09:00:00Z\ncwd: /other\n---\n\n## Events\n\n- [DECISION] x\n',
    );
    writeFileSync(join(other, 'memory/elsewhere.md'), 'text\n');
    const all = await box.run('memory', 'list');
    expect(cells(all.stdout).map((row) => row.slice(0, 2))).toContainEqual(['elsewhere.md', 'other']);
    const inSession = await box.runWith({ CLAUDE_CODE_SESSION_ID: first }, 'memory', 'list');
    expect(inSession.stdout).not.toContain('elsewhere.md');
    expect(inSession.stdout).toContain('feedback_money.md');
    expect((await box.run('memory', 'list', '--project', '-other')).stdout).toMatch(/^elsewhere\.md {2}/m);
  });

  it('says so if there are none', async () => {
    expect(await openMemoryBox().run('memory', 'list')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/No memories yet\.\n$/),
    });
  });
});
