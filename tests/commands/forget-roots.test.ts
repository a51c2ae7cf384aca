import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMemoryBox } from './memory-box.ts';

const chronicle = (id: string, event: string) =>
  `---\nsession_id: ${id}\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: 2026-03-24T09:00:00Z\ncwd: /home/robin/larder\nutc_offset: +00:00\n---\n\n## Events\n\n${event}\n## Summary\n`;

/** An archive of ours, and that of a laptop with a copy of one of its sessions and a session of its own. */
function openTwoArchives() {
  const box = openMemoryBox();
  const laptop = join(box.config, '../laptop');
  const put = (directory: string, name: string, text: string) => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const events = '- 10:00 [DECISION] A zebrafish\n';
  const ours = put(join(box.project, 'chronicle'), 'a.md', chronicle('11111111-a', events));
  const copy = put(join(laptop, '-home-robin-larder/chronicle'), 'a.md', chronicle('11111111-a', events));
  const theirs = put(join(laptop, '-home-robin-larder/chronicle'), 'b.md', chronicle('22222222-b', events));
  const ghost = put(join(laptop, '-home-robin-larder/chronicle'), 'c.md', chronicle('33333333-c', ''));
  put(
    join(box.config, 'session-chronicle'),
    'config.json',
    JSON.stringify({ roots: [{ path: laptop, name: 'laptop' }] }),
  );
  return { box, ours, copy, theirs, ghost };
}

const ADVICE = 'Not touched: archives that your settings name (roots), which chronicle only reads.';

describe('forget', () => {
  it('delete in the own archive only, and name the other files of a session', async () => {
    const { box, ours, copy, theirs } = openTwoArchives();
    const { code, stdout, stderr } = await box.run('forget', '11111111-a', '--yes');
    expect([code, existsSync(ours), existsSync(copy), existsSync(theirs)]).toEqual([0, false, true, true]);
    expect(stdout).not.toContain(copy);
    expect(stderr).toContain(`${ADVICE} Run the command on the machine that each belongs to.\n  ${copy}\n`);
  });

  it('delete nothing of a session that only another archive has', async () => {
    const { box, ours, theirs } = openTwoArchives();
    const { code, stderr } = await box.run('forget', '22222222-b', '--yes');
    expect([code, existsSync(ours), existsSync(theirs)]).toEqual([1, true, true]);
    expect(stderr).toContain('No match in anything chronicle can delete.');
    expect(stderr).toContain(`${ADVICE} Run the command on the machine that each belongs to.\n  ${theirs}\n`);
    expect(stderr).not.toContain('Forgotten.');
  });

  it('name the files of another archive with a text or an event', async () => {
    const { box, ours, copy, theirs } = openTwoArchives();
    const { left } = JSON.parse((await box.run('forget', 'Zebrafish', '--text', '--yes', '--json')).stdout);
    expect(left).toEqual([copy, theirs].map((path) => ({ path, line: 13, lines: 1, kind: 'root' })));
    expect([ours, copy, theirs].map((path) => readFileSync(path, 'utf8').includes('zebrafish'))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('keep empty sessions of another archive', async () => {
    const { box, ghost } = openTwoArchives();
    await box.run('forget', '--empty', '--yes');
    expect(existsSync(ghost)).toBe(true);
  });
});
