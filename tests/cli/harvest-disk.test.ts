import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { aSession, HarvestBox } from '../unit/import/harvest-box.ts';

const PAGE = 4096;

/** A box whose configuration is a file system of its own. Skips the test if this user may not mount one. */
function openDisk({ skip, onTestFinished }: TestContext): HarvestBox {
  const config = temporaryDirectory('disk');
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', config], {
    encoding: 'utf8',
  });
  if (status !== 0)
    skip(`A small file system is needed and mounting one was refused: ${stderr ?? 'there is no mount'}`);
  onTestFinished(() => {
    execFileSync('umount', [config]);
  });
  const box = new HarvestBox(config);
  box.chronicle('one', { events: '- 13:30 [DECISION] Before' });
  // Its facts need several pages.
  const prompts = Array.from({ length: 12 }, (_, n) => `Prompt ${n}: ${'check the clock again '.repeat(80)}`);
  box.transcript(
    'one',
    prompts.reduce((transcript, text) => transcript.prompt(text), aSession()),
  );
  return box;
}

/** Fills the disk but for some pages. */
function fill(box: HarvestBox, pages = 0): string {
  const path = join(box.config, 'ballast');
  const reserve = Buffer.alloc(pages * PAGE);
  if (pages > 0) appendFileSync(join(box.config, 'reserve'), reserve);
  try {
    for (;;) appendFileSync(path, Buffer.alloc(PAGE));
  } catch {
    rmSync(join(box.config, 'reserve'), { force: true });
    return path;
  }
}

describe('a harvest', () => {
  for (const pages of [0, 1, 2])
    it(`with ${pages} free pages on the disk leaves whole files, and is done when there is room`, async (context) => {
      const box = openDisk(context);
      const before = box.text('one');
      const ballast = fill(box, pages);
      await expect(box.harvest('one')).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(box.hasFacts('one')).toBe(false);
      const added = box.text('one') === before ? [] : ['14:00 [ERROR] one-4'];
      expect(box.events('one')).toEqual(['13:30 [DECISION] Before', ...added]);
      expect(box.leftovers()).toEqual([]);
      rmSync(ballast);
      await box.harvest('one');
      expect(box.events('one')).toEqual(['13:30 [DECISION] Before', '14:00 [ERROR] one-4']);
      expect(box.facts('one').head.commits).toBe(1);
    });

  it('of a read-only configuration fails, and changes nothing', async (context) => {
    const box = openDisk(context);
    const before = box.text('one');
    execFileSync('mount', ['-o', 'remount,ro', box.config]);
    await expect(box.harvest('one')).rejects.toThrow();
    execFileSync('mount', ['-o', 'remount,rw', box.config]);
    expect([readFileSync(join(box.chronicles, '2026-03-24-one.md'), 'utf8'), box.hasFacts('one')]).toEqual([
      before,
      false,
    ]);
  });
});
