import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProject } from '#src/cli/install.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** The project found in a directory of a home that is a checkout itself. */
function foundIn(directory: string): string | null {
  const home = temporaryDirectory('project');
  for (const name of ['.claude', 'sub', '.git', 'code/.git', 'code/below'])
    mkdirSync(join(home, name), { recursive: true });
  for (const name of ['.git/HEAD', 'code/.git/HEAD']) writeFileSync(join(home, name), 'ref: refs/heads/main\n');
  const env = { variables: {}, home, now: () => new Date(0), host: 'here', parentPid: 1 };
  return findProject({ ...env, cwd: join(home, directory) }, true)?.slice(home.length) ?? null;
}

it('is the checkout of the working directory', () => {
  expect(foundIn('code/below')).toBe('/code');
});

it.each(['', 'sub', '../../../../../../..'])('is refused in "%s", which is in no project of its own', (directory) => {
  expect(() => foundIn(directory)).toThrow(expect.objectContaining({ code: 'CHRONICLE_WRONG_USE' }));
});
