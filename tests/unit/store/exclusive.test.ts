import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exclusively } from '#src/node/store/exclusive.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const DEAD = 2 ** 22 - 1;

function mark(pid: number, host = hostname()): string {
  return JSON.stringify({ pid, started: null, host });
}

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

  it('is not blocked by the file of a dead process, even if the one that was removing it was killed, too', async () => {
    const path = lockPath();
    const removal = path.replace('.lock', '.removal.lock');
    for (const left of [[path], [path, removal]]) {
      for (const each of left) writeFileSync(each, mark(DEAD));
      expect(await exclusively(path, 'Work', async () => 'done')).toBe('done');
      expect(readdirSync(dirname(path))).toEqual(['.tmp']);
    }
  });

  it('leaves the file of a dead process to another that is removing it', async () => {
    const path = lockPath();
    writeFileSync(path, mark(DEAD));
    writeFileSync(path.replace('.lock', '.removal.lock'), mark(process.pid));
    await expect(exclusively(path, 'Work', async () => 'done')).rejects.toMatchObject({
      code: 'CHRONICLE_BUSY',
      message: 'Work is already running. Nothing was written.',
    });
    expect(readFileSync(path, 'utf8')).toBe(mark(DEAD));
  });

  it.each(['', 'not json', '{}', mark(process.pid, 'another-host')])(
    'respects a file that tells nothing about a process of this machine while it is fresh: %s',
    async (text) => {
      const path = lockPath();
      writeFileSync(path, text);
      await expect(exclusively(path, 'Work', async () => 'done')).rejects.toMatchObject({ code: 'CHRONICLE_BUSY' });
      utimesSync(path, 0, 0);
      expect(await exclusively(path, 'Work', async () => 'done')).toBe('done');
    },
  );

  it('leaves only the lock when it is killed', async () => {
    const path = lockPath();
    await exclusively(path, 'Work', async () => {
      expect(readdirSync(dirname(path), { recursive: true }).sort()).toEqual(['.tmp', 'work.lock']);
    });
  });
});
