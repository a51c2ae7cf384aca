import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { CommandBox } from './command-box.ts';

const chronicle = (id: string, event: string) =>
  `---\nsession_id: ${id}\ndate: 2026-11-02\nbranch: main\ntask: \nstarted: 2026-11-02T08:00:00Z\ncwd: /home/robin/larder\nutc_offset: +00:00\n---\n\n## Events\n\n- 08:10 [DECISION] ${event}\n`;

/** An archive of this machine and one of a laptop. */
function openTwoArchives(roots: (laptop: string) => unknown[]) {
  const box = new CommandBox('named-archives', 'checkout');
  const laptop = temporaryDirectory('laptop');
  const write = (root: string, name: string, text: string) => {
    mkdirSync(join(root, '-home-robin-larder', 'chronicle'), { recursive: true });
    writeFileSync(join(root, '-home-robin-larder', 'chronicle', name), text);
  };
  write(join(box.config, 'projects'), '2026-11-02-main.md', chronicle('00000000-here', 'A latch of brass'));
  write(laptop, '2026-11-02-main.md', chronicle('11111111-there', 'A latch of steel'));
  mkdirSync(join(box.config, 'session-chronicle'), { recursive: true });
  writeFileSync(join(box.config, 'session-chronicle', 'config.json'), JSON.stringify({ roots: roots(laptop) }));
  return box;
}

const openNamed = () => openTwoArchives((laptop) => [{ path: laptop, name: 'My Laptop' }]);

describe('archives with names', () => {
  it('are shown and found by their names', async () => {
    const box = openNamed();
    const { stdout } = await box.run('list');
    expect(stdout.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['ID', 'Project', 'Started', 'On', 'Events', 'Title'],
      ['11111111', 'larder', '2026-11-02 08:00', 'My Laptop', '1', 'A latch of steel'],
      ['00000000', 'larder', '2026-11-02 08:00', '1', 'A latch of brass'],
      [''],
    ]);
    expect((await box.run('show', '11111111')).stdout).toContain('larder · on My Laptop · 2026-11-02 08:00');
    const found = JSON.parse((await box.run('search', 'on:"my laptop"', 'latch', '--json')).stdout);
    // The session's own record matches in part, by its title; nothing of the other archive does.
    expect(found).toMatchObject({
      ...{ total: 2, whole: 1 },
      hits: [
        { kind: 'event', text: 'A latch of steel', machine: 'My Laptop', hasAllWords: true },
        { kind: 'session', id: '11111111-there', machine: 'My Laptop', hasAllWords: false },
      ],
    });
  });

  it('need no names', async () => {
    const box = openTwoArchives((laptop) => [laptop]);
    expect((await box.run('list')).stdout).not.toContain('On ');
  });
});
