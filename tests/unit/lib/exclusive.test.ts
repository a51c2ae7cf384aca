import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exclusively } from '#src/lib/lock.ts';
import { DEAD, plantLock } from '#tests/support/planted-lock.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

function lockPath(): string {
  const directory = temporaryDirectory('exclusive');
  return join(directory, 'work.lock');
}

describe('exclusively', () => {
  it("returns the work's result and leaves no file", async () => {
    const path = lockPath();
    expect(await exclusively(path, 'Work', async () => existsSync(path))).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  it('refuses while another process is working', async () => {
    const path = lockPath();
    await exclusively(path, 'Another build', async () => {
      const second = exclusively(path, 'Another build', async () => 'done');
      await expect(second).rejects.toMatchObject({
        code: 'CHRONICLE_BUSY',
        message: expect.stringContaining(String(process.pid)),
      });
    });
  });

  it('leaves no file when the work fails', async () => {
    const path = lockPath();
    await expect(exclusively(path, 'Work', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(path)).toBe(false);
  });

  it.each<[string, (path: string) => void]>([
    ['of a dead process', (path) => plantLock(path, DEAD)],
    ['of a process whose pid another has', (path) => plantLock(path, process.pid, { started: '1' })],
    ['of a dead process that was emptied', (path) => mkdirSync(path)],
    ['that is a file', (path) => writeFileSync(path, '')],
    ['that is a link to a directory', (path) => symlinkSync(temporaryDirectory('elsewhere'), path)],
  ])('is not blocked by a lock %s', async (_, plant) => {
    const path = lockPath();
    plant(path);
    expect(await exclusively(path, 'Work', async () => 'done')).toBe('done');
    expect(readdirSync(dirname(path))).toEqual(['.tmp']);
  });

  it.each<[string, (path: string) => void]>([
    ['of another host', (path) => plantLock(path, 1, { host: 'another-host' })],
    ['whose name tells nobody', (path) => plantLock(path, 1, { started: 'somebody' })],
  ])('respects a lock %s while it is fresh', async (_, plant) => {
    const path = lockPath();
    plant(path);
    await expect(exclusively(path, 'Work', async () => 'done')).rejects.toMatchObject({ code: 'CHRONICLE_BUSY' });
    utimesSync(path, 0, 0);
    expect(await exclusively(path, 'Work', async () => 'done')).toBe('done');
  });
});
