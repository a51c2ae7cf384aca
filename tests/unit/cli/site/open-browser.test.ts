import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openBrowser } from '#src/cli/site/dev.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

describe.runIf(process.platform === 'linux')('openBrowser', () => {
  it('opens the address with xdg-open, and says if there is none', async () => {
    const bin = join(temporaryDirectory(), 'bin');
    mkdirSync(bin);
    const failed = vi.fn();
    openBrowser('http://127.0.0.1:4321/', { PATH: bin }, failed);
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce(), 5000);
    writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\necho "$@" > "$SAID"\n', { mode: 0o755 });
    const said = join(bin, 'said');
    openBrowser('http://127.0.0.1:4321/', { PATH: bin, SAID: said }, failed);
    const opened = () => (existsSync(said) ? readFileSync(said, 'utf8') : '');
    await vi.waitFor(() => expect(opened()).toBe('http://127.0.0.1:4321/\n'), 5000);
    expect(failed).toHaveBeenCalledOnce();
  });
});
