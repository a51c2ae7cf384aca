import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { openBrowser } from '#src/cli/site/dev.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const ADDRESS = 'http://127.0.0.1:4321/';

/** Opens the address with a PATH that has only this `xdg-open`; without a script, with none. */
function open(script: string | null, { screen = { DISPLAY: ':0' }, patience = 10_000 } = {}) {
  const directory = temporaryDirectory();
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  if (script !== null) writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const said = join(directory, 'said');
  const failed = vi.fn();
  openBrowser(ADDRESS, { env: { PATH: bin, SAID: said, ...screen }, failed, patience });
  return { failed, opened: () => (existsSync(said) ? readFileSync(said, 'utf8') : '') };
}

const OPENS = 'echo "$@" > "$SAID"';

describe.runIf(process.platform === 'linux')('openBrowser', () => {
  it.each([{ DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }, { BROWSER: '/vscode/browser.sh' }])(
    'opens the address on a screen: %o',
    async (screen) => {
      const { opened, failed } = open(OPENS, { screen: { DISPLAY: '', ...screen } });
      await vi.waitFor(() => expect(opened()).toBe(`${ADDRESS}\n`), 5000);
      expect(failed).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['no program', null],
    ['a program that fails', 'exit 3'],
    ['a program that is killed', 'kill -9 $$'],
  ])('says once that it could not: %s', async (_, script) => {
    const { failed } = open(script);
    await vi.waitFor(() => expect(failed).toHaveBeenCalled(), 5000);
    await setTimeout(100);
    expect(failed).toHaveBeenCalledOnce();
  });

  it('starts no text browser where there is no screen, such as over SSH', async () => {
    const { opened, failed } = open(OPENS, { screen: { DISPLAY: '' } });
    expect(failed).toHaveBeenCalledOnce();
    await setTimeout(200);
    expect(opened()).toBe('');
  });
});
