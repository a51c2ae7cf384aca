import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeForeign, requireWritable } from '#src/lib/foreign-file.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const OTHER = 54_321;

describe('a file of another user', () => {
  const path = join(temporaryDirectory(), 'settings.json');
  writeFileSync(path, '{}', { mode: 0o666 });

  it('is refused, because a replacement would belong to whoever runs init', () => {
    const refused = expect.objectContaining({
      code: 'CHRONICLE_NOT_OWNER',
      message: expect.stringMatching(/belongs to (?:root|another user \(\d+\))\. .* The file was not changed\.$/),
    });
    expect(() => requireWritable(path, OTHER)).toThrow(refused);
    expect(() => requireWritable(path)).not.toThrow();
    expect(() => requireWritable(path, statSync(path).uid)).not.toThrow();
    expect(() => requireWritable(`${path}.absent`, OTHER)).not.toThrow();
  });

  it.skipIf(process.getuid?.() !== 0)('stays theirs when root changes it', () => {
    chownSync(path, OTHER, OTHER);
    expect(() => requireWritable(path)).not.toThrow();
    changeForeign(path, () => '{"a":1}', 0o600);
    const { uid, gid } = statSync(path);
    expect([readFileSync(path, 'utf8'), uid, gid]).toEqual(['{"a":1}', OTHER, OTHER]);
  });
});
