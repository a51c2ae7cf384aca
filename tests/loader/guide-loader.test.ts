import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { guideLoader } from '#content-loader/guide-loader.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

describe('guideLoader', () => {
  const root = temporaryDirectory();
  const meta = new Map<string, string>();

  /** Loads the texts below a root, and says how often what was kept was forgotten. */
  async function load(directory: string, below = root): Promise<number> {
    let cleared = 0;
    const store = { clear: () => cleared++, keys: () => [] };
    const logger = { warn: () => {} };
    mkdirSync(join(root, directory), { recursive: true });
    const loader = guideLoader(pathToFileURL(`${join(root, directory)}/`));
    const config = { root: pathToFileURL(`${below}/`), srcDir: pathToFileURL(`${root}/`) };
    await loader.load({ meta, store, config, logger, collection: 'guide', entryTypes: new Map() } as never);
    return cleared;
  }

  it('keeps what Astro has loaded while package and root stay where they are', async () => {
    await load('package');
    expect(await load('package')).toBe(0);
  });

  it('forgets it after the package or the root has moved', async () => {
    expect(await load('moved')).toBe(1);
    expect(await load('moved', join(root, 'elsewhere'))).toBe(1);
    expect(await load('moved', join(root, 'elsewhere'))).toBe(0);
  });
});
