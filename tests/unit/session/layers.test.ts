import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '#src/node/config.ts';
import { layersOf } from '#src/node/session/layers.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const BOTH = ['log', 'notes'] as const;

/** The layers in `start`, a directory below a home. */
function layersIn(start: string, layersByPath: Config['layersByPath'], mainTop = start) {
  const home = temporaryDirectory('layers');
  mkdirSync(join(home, 'code/client'), { recursive: true });
  symlinkSync(join(home, 'code'), join(home, 'linked'));
  const at = (path: string) => join(home, path);
  return layersOf({ start: at(start), mainTop: at(mainTop) }, { layers: BOTH, layersByPath }, home);
}

describe('layersOf', () => {
  it.each<[string, string, Config['layersByPath'], readonly string[]]>([
    ['without entries', 'code/client', {}, BOTH],
    ['in the directory itself', 'code/client', { '~/code/client/': ['log'] }, ['log']],
    ['below it, even if it is gone', 'code/client/src/gone', { '~/code/client': ['log'] }, ['log']],
    ['beside it', 'code/client-2', { '~/code/client': ['log'] }, BOTH],
    ['above it', 'code', { '~/code/client': ['log'] }, BOTH],
    ['in the nearest of two', 'code/client', { '~/code': ['log'], '~/code/client': [...BOTH] }, BOTH],
    ['in the nearest, in whichever order', 'code/client', { '~/code/client': [...BOTH], '~/code': ['log'] }, BOTH],
    ['by a link', 'code/client', { '~/linked/client': ['log'] }, ['log']],
    ['below the home', 'code/client', { '~': ['log'] }, ['log']],
  ])('finds them %s', (_, start, byPath, layers) => {
    expect(layersIn(start, byPath)).toEqual(layers);
  });

  it('covers the worktrees of a project', () => {
    expect(layersIn('trees/one', { '~/code/client': ['log'] }, 'code/client')).toEqual(['log']);
  });
});
