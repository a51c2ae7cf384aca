import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exclusively } from '#src/node/store/exclusive.ts';
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

  it.each([['{"pid": 4194304, "started": "1"}'], ['not json'], ['{}']])(
    'is not blocked by the file of a dead process: %s',
    async (text) => {
      const path = lockPath();
      writeFileSync(path, text);
      expect(await exclusively(path, 'Work', async () => 'done')).toBe('done');
    },
  );
});
